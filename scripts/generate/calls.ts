import { readFileSync } from 'node:fs';
import { type Contract, resolvePart } from '../openapi/contract.ts';
import { objectOf, stringOf } from '../openapi/json.ts';
import type { Deprecation, DocumentedResponse, Operation } from '../openapi/operation-table.ts';
import { schemaOf } from '../openapi/schemas/schema-pointers.ts';
import { typesOf, viewSchema } from '../openapi/schemas/schema-view.ts';
import type { ServiceDescription } from '../openapi/service.ts';
import type { CallDescription } from './call-types.ts';
import { comment } from './comment.ts';
import { literal } from './literal.ts';

// The types of a call are written once, where they are checked, and travel with it.
// The path is right in the package, too.
const types = readFileSync(new URL('../generate/call-types.ts', import.meta.url), 'utf8');

/** What a client needs: one typed call for each operation, and a table of no more than it reads. */
export function generateCalls(
  contract: Contract,
  operations: readonly Operation[],
  service: ServiceDescription,
): string {
  const table = Object.fromEntries(operations.map((operation) => [operation.id, descriptionOf(operation, operations)]));
  const signatures = [...Map.groupBy(operations, ({ method }) => method)].map(([method, own]) =>
    signaturesOf(contract, method, own, operations),
  );
  const headerTypes = literal(headerTypesOf(contract, operations));
  return `import type { paths } from './types.ts';

${types}
/**
 * One method for each method of HTTP, with a signature for each path.
 * \`Options\`: what else a call takes; \`Answer\`: a response.
 */
export interface Calls<Options, Answer> {
${signatures.join('')}}

/** Path that the address of the service ends with. */
export const basePath = ${JSON.stringify(service.basePath)};

/** Every header that a response documents, and the type of its value. */
export const headerTypes = ${headerTypes} as const satisfies Record<string, 'number' | 'string'>;

export const operations = ${literal(table)} as const satisfies Record<string, CallDescription>;
`;
}

/**
 * A signature for each path, with what an editor shows of its operation; then one for all of them: of several
 * signatures, a compiler explains by the last why a call fits none.
 */
function signaturesOf(
  contract: Contract,
  method: string,
  own: readonly Operation[],
  all: readonly Operation[],
): string {
  const key = JSON.stringify(method.toLowerCase());
  const paths = own.map(({ path }) => JSON.stringify(path));
  const input = `CallInput<paths[Path][${key}]>`;
  const signatures = own.map((operation, index) => {
    const { summary, description } = objectOf(resolvePart(contract, operation.pointer).value);
    const deprecation = operation.deprecation === null ? undefined : `@${announced(operation.deprecation, all)}`;
    const type = `paths[${paths[index]}][${key}]`;
    return `${comment([stringOf(summary), stringOf(description), deprecation], '  ')}  ${method}(
    path: ${paths[index]},
    init${isNeeded(operation) ? '' : '?'}: CallInput<${type}> & Options,
  ): Promise<CallResult<${type}, Answer>>;
`;
  });
  if (own.length > 1)
    signatures.push(`  ${method}<Path extends ${paths.join(' | ')}>(
    path: Path,
    ...init: Record<never, never> extends ${input} ? [init?: ${input} & Options] : [init: ${input} & Options]
  ): Promise<CallResult<paths[Path][${key}], Answer>>;
`);
  return signatures.join('');
}

/** True when a call cannot do without parameters or a body. */
function isNeeded({ parameters, requestBody }: Operation): boolean {
  return parameters.some(({ required }) => required) || requestBody?.required === true;
}

function descriptionOf(operation: Operation, operations: readonly Operation[]): CallDescription {
  const { id, method, path, deprecation, responses } = operation;
  const successes = Object.entries(responses).filter(([status]) => /^(2|default)/.test(status));
  return {
    id,
    method,
    path,
    deprecation: deprecation && {
      ...deprecation,
      message: `${method} ${path} is ${announced(deprecation, operations)}.`,
    },
    successes: Object.fromEntries(successes.map(([status, { mediaTypes }]) => [status, mediaTypes])),
  };
}

/** `deprecated since 2030-01-01 and will be removed on 2031-01-01: use GET /other with its parameter name` */
function announced({ since, sunset, replacement }: Deprecation, operations: readonly Operation[]): string {
  const other = operations.find(({ id }) => id === replacement?.operationId);
  const parts = [
    since && ` since ${since}`,
    sunset && ` and will be removed on ${sunset}`,
    other && `: use ${other.method} ${other.path}`,
    other && replacement?.parameter && ` with its parameter ${replacement.parameter}`,
  ];
  return `deprecated${parts.filter(Boolean).join('')}`;
}

function headerTypesOf(contract: Contract, operations: readonly Operation[]): Record<string, 'number' | 'string'> {
  const headers = operations.flatMap(({ responses }) =>
    Object.values(responses).flatMap((response: DocumentedResponse) => response.headers),
  );
  return Object.fromEntries(
    headers.map(({ name, pointer }) => {
      const schema = schemaOf(contract, pointer);
      const own = schema === undefined ? [] : typesOf(contract, viewSchema(contract, schema));
      const isNumber = own.length > 0 && own.every((type) => type === 'integer' || type === 'number');
      return [name, isNumber ? 'number' : 'string'];
    }),
  );
}
