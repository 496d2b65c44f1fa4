import type { Description } from '../openapi/description.ts';
import { propertyName } from './source-text.ts';

/** The module with what the tests of both sides send: a credential of each security scheme, without its value. */
export function generateTestCredentials({ service }: Description): string {
  const credentials = Object.keys(service.securitySchemes).map((name) => `  ${propertyName(name)}: undefined,\n`);
  return `import type { service } from '../generated/operations.ts';

/** A credential that the server takes, for each security scheme: a token, \`user:password\`, an API key. */
export const credentials: Record<keyof (typeof service)['securitySchemes'], string> = {
${credentials.join('')}};
`;
}
