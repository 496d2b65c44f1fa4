// Generated from the OpenAPI description; edit that and run `npm run generate`.
// openapi.json sha256 90f565ce2039f82d52f014ff98cffc7a93166c4d0182189caefff1e130f3656b
// openapi-typescript 7.13.0, ajv 8.20.0, rolldown 1.2.19
// sha256 b6b23e6170408dc57b68f2bfb7731848699595055ff7028e529ca717eafccdab

/** Why a value is not valid, as Ajv reports it. */
export interface ValidationError {
  instancePath: string;
  schemaPath: string;
  keyword: string;
  params: Record<string, unknown>;
  message?: string;
}

/** True when the value is valid; otherwise `errors` of the function says why, until its next call. */
export interface Validate {
  (value: unknown): boolean;
  errors?: ValidationError[] | null;
  /** Of a response: the pointer of its schema, which has its lines in `Lines`. */
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
  /** `file:line` by the last part of a requirement's id: `type`, `name.required`, or `schema` for all of it. */
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
  "listPets": () => Promise<OperationValidators>;
  "createPet": () => Promise<OperationValidators>;
  "getPet": () => Promise<OperationValidators>;
};

/** Loads those of the answers to requests that reach no operation. */
export const unmatchedResponses: () => Promise<{ responses: Record<string, ResponseValidators> }>;

export const lines: () => Promise<Lines>;
