import { writeExact } from '../http/exact-json.ts';
import type { Description } from '../openapi/description.ts';
import { exampleParameters, simplestRead } from '../openapi/example-parameters.ts';
import type { Operation } from '../openapi/operation-table.ts';
import { propertyName } from './source-text.ts';

/** The test of the client: one call of it reaches the server. Undefined where the contract has nothing to read. */
export function generateClientTest(description: Description): string | undefined {
  const operation = simplestRead(description);
  if (operation === undefined) return undefined;
  const parameters = parametersOf(description, operation);
  return `import { expect, test } from 'vitest';
import { createClient } from '../client/index.ts';
import { service } from '../generated/operations.ts';
import { createApp } from '../server/app.ts';
import { handlers } from '../server/handlers.ts';

test('a call of the client gets a documented response of the server', async () => {
  const app = createApp(handlers);
  const client = createClient({
    baseUrl: \`http://localhost\${service.basePath}\`,
    fetch: async (request) => app.fetch(request),
  });
  const { response } = await client.GET('${operation.path.replaceAll(/[\\']/g, '\\$&')}'${parameters});
  expect(String(response.status)).toMatch(/^(${statusesOf(operation)})$/);
});
`;
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

function statusesOf({ responses }: Operation): string {
  return Object.keys(responses)
    .map((key) => (key === 'default' ? '\\d{3}' : key.replace(/XX$/i, '\\d\\d')))
    .join('|');
}
