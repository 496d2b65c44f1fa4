import type { Operation } from '../openapi/operation-table.ts';

/** The declarations of the module: the same for each operation, by its operationId. */
export function declareValidators(operations: readonly Operation[]): string {
  return `/** Why a value is not valid, as Ajv reports it. */
export interface ValidationError {
  instancePath: string;
  schemaPath: string;
  keyword: string;
  params: Record<string, unknown>;
  message?: string;
}

/** True when the value is valid; otherwise \`errors\` of the function says why, until its next call. */
export interface Validate {
  (value: unknown): boolean;
  errors?: ValidationError[] | null;
  /** Of a response: the pointer of its schema, which has its lines in \`Lines\`. */
  pointer?: string;
}

export interface ResponseValidators {
  headers: Record<string, Validate>;
  content: Record<string, Validate>;
}

export interface OperationValidators {
  parameters: Record<'path' | 'query' | 'header' | 'cookie', Record<string, Validate>>;
  requestBody: Record<string, Validate>;
  responses: Record<string, ResponseValidators>;
}

/** Where a schema was written, and the pointers of the schemas of its parts. */
export interface SchemaLines {
  /** \`file:line\` by the last part of a requirement's id: \`type\`, \`name.required\`, or \`schema\` for all of it. */
  lines: Record<string, string>;
  properties: Record<string, string>;
  items?: string;
}

/** Where the contract requires what responses can violate. */
export interface Lines {
  /** Where the responses of an operation begin, by operationId. */
  responses: Record<string, string>;
  /** By pointer. */
  schemas: Record<string, SchemaLines>;
}

/** Loads the validators of an operation. */
export const operations: {
${operations.map(({ id }) => `  ${JSON.stringify(id)}: () => Promise<OperationValidators>;\n`).join('')}};

/** Loads those of the answers to requests that reach no operation. */
export const unmatchedResponses: () => Promise<{ responses: Record<string, ResponseValidators> }>;

export const lines: () => Promise<Lines>;
`;
}
