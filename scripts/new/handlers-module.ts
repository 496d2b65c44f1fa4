import { partAt } from '../openapi/contract.ts';
import type { Description } from '../openapi/description.ts';
import { isObject, stringOf } from '../openapi/json.ts';
import type { Operation } from '../openapi/operation-table.ts';
import { lineComment, propertyName } from './source-text.ts';

/** The module of the handlers: one for each operation, without its body, which does not compile. */
export function generateHandlers(description: Description): string {
  const handlers = description.operations.map((operation) => {
    const parameters = partsOfRequest(operation);
    const request = parameters.length === 0 ? '' : `{ ${parameters.join(', ')} }`;
    const comment = lineComment(sentenceOf(description, operation));
    return `  ${comment}\n  async ${propertyName(operation.id)}(${request}) {},\n`;
  });
  return `import type { Handlers } from './operation.ts';

// Parameters and JSON have passed the contract before a handler sees them, and a response passes it before it is sent.
// Any other body comes as its bytes. A form is read by
// new Response(body, { headers: { 'Content-Type': contentType } }).formData().
// A handler that gives no documented response does not compile.

/** What each operation of the contract does. */
export const handlers: Handlers = {
${handlers.join('\n')}};
`;
}

function partsOfRequest({ parameters, requestBody, security }: Operation): string[] {
  const places = ['path', 'query', 'header'].filter((place) => parameters.some((parameter) => parameter.in === place));
  return [...places, ...(requestBody === null ? [] : ['body']), ...(security.length === 0 ? [] : ['caller'])];
}

function sentenceOf({ contract }: Description, { method, path, pointer, responses }: Operation): string {
  const { value } = partAt(contract, pointer);
  const summary = isObject(value) ? stringOf(value['summary'])?.replace(/\.$/, '') : undefined;
  const what = summary === undefined ? '' : `: ${summary}`;
  return `${method} ${path}${what}. Responses: ${Object.keys(responses).join(', ')}.`;
}
