import { writeExact } from '../http/exact-json.ts';
import { type Carrier, carrierOf, isOpen } from '../openapi/credentials.ts';
import type { Description } from '../openapi/description.ts';
import type { Operation } from '../openapi/operation-table.ts';
import { exampleParameters, simplestRead } from '../openapi/values/example-parameters.ts';
import { propertyName, stringLiteral } from './source-text.ts';

/** The test of the client: one call of it reaches the server. Undefined where the contract has nothing to read. */
export function generateClientTest(description: Description): string | undefined {
  const operation = simplestRead(description);
  if (operation === undefined) return undefined;
  const parameters = parametersOf(description, operation);
  const { headers, isQueried } = credentialOf(description, operation);
  const credentialsImport = headers === '' ? '' : "\nimport { credentials } from './credentials.ts';";
  // The types of the contract have no parameter for a key that travels in the query.
  const statuses = isQueried ? `${statusesOf(operation)}|401` : statusesOf(operation);
  return `import { expect, test } from 'vitest';
import { createClient } from '../client/index.ts';
import { service } from '../generated/operations.ts';
import { createApp } from '../server/app.ts';
import { handlers } from '../server/handlers.ts';${credentialsImport}

test('a call of the client gets a documented response of the server', async () => {
  const app = createApp(handlers);
  const client = createClient({
    baseUrl: \`http://localhost\${service.basePath}\`,
    fetch: async (request) => app.fetch(request),${headers}
  });
  const { response } = await client.GET(${stringLiteral(operation.path)}${parameters});
  expect(String(response.status)).toMatch(/^(${statuses})$/);
});
`;
}

/** What shows who calls, as the text of an option of the client. */
function credentialOf({ service }: Description, operation: Operation): { headers: string; isQueried: boolean } {
  const [alternative] = isOpen(operation) ? [] : operation.security;
  const carried = Object.keys(alternative ?? {}).map((name) => ({
    carrier: carrierOf(service, name),
    credential: propertyName(name) === name ? `credentials.${name}` : `credentials[${propertyName(name)}]`,
  }));
  const pairs = carried.flatMap(({ carrier, credential }) => headerWith(carrier, credential) ?? []);
  const headers = pairs.length === 0 ? '' : `\n    headers: { ${pairs.join(', ')} },`;
  return { headers, isQueried: carried.some(({ carrier }) => carrier.kind === 'query') };
}

/** The header that carries a credential, which is the text of an expression; undefined for one in the query. */
function headerWith(carrier: Carrier, credential: string): string | undefined {
  switch (carrier.kind) {
    case 'bearer':
      return `Authorization: \`Bearer \${${credential}}\``;
    case 'basic':
      return `Authorization: \`Basic \${btoa(${credential})}\``;
    case 'header':
      return `${propertyName(carrier.name)}: ${credential}`;
    case 'cookie':
      return `Cookie: ${stringLiteral(`${carrier.name}=`)} + ${credential}`;
    case 'query':
      return undefined;
  }
}

function parametersOf(description: Description, operation: Operation): string {
  const required = exampleParameters(description, operation);
  if (required.length === 0) return '';
  const places = Map.groupBy(required, ({ parameter }) => parameter.in);
  const texts = [...places].map(([place, own]) => {
    const pairs = own.map(({ parameter, value }) => `${propertyName(parameter.name)}: ${writeExact(value)}`);
    return `${place}: { ${pairs.join(', ')} }`;
  });
  return `, { params: { ${texts.join(', ')} } }`;
}

/** A pattern of the statuses that are documented; a credential that is sent must not be refused. */
function statusesOf({ responses }: Operation): string {
  return Object.keys(responses)
    .filter((key) => /^(default|[1-5](\d\d|XX))$/i.test(key) && key !== '401' && key !== '403')
    .map((key) => (key === 'default' ? '\\d{3}' : key.replace(/XX$/i, '\\d\\d')))
    .join('|');
}
