import { documentationPage } from '../documentation/page.ts';
import type { Contract } from '../openapi/contract.ts';
import type { ServiceDescription } from '../openapi/service.ts';

/**
 * The code of `documentation.ts`: the reference documentation for a server to serve at a path beside its base path,
 * with the viewer in a folder of the same name. The console calls that server.
 */
export function generateDocumentation(contract: Contract, { basePath }: ServiceDescription): string {
  const page = documentationPage(contract, { viewer: 'docs/openapi-explorer.min.js', server: `${basePath}/` });
  return `export default \`${page.replaceAll(/[\\`]|\$\{/g, '\\$&')}\`;\n`;
}
