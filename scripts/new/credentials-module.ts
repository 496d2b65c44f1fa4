import type { Description } from '../openapi/description.ts';
import type { JsonObject } from '../openapi/json.ts';
import { lineComment, propertyName } from './source-text.ts';

/** The module that knows whose credential is whose: a function for each security scheme, without its body. */
export function generateCredentials({ service }: Description): string {
  const schemes = Object.entries(service.securitySchemes).map(([name, scheme]) => {
    const comment = lineComment(`The credential is ${credentialOf(scheme)}.`);
    return `  ${comment}\n  ${propertyName(name)}(credential, scopes) {},\n`;
  });
  return `import type { Credentials } from './credential.ts';

/** Who sends a request. Handlers get it as \`caller\`. */
export interface Caller {
  readonly name: string;
}

/** Whose credential it is, for each security scheme of the contract; null when it is not valid. */
export const credentials: Credentials<Caller> = {
${schemes.join('\n')}};
`;
}

/** What the credential of a scheme is, in words. */
function credentialOf({ type, scheme, in: place, name }: JsonObject): string {
  if (type === 'apiKey') return `the API key of the ${String(place)} ${String(name)}`;
  if (type === 'http' && String(scheme).toLowerCase() === 'basic') return '`user:password`';
  return type === 'http' ? `what follows ${String(scheme)} in Authorization` : 'an access token';
}
