// Generated from the OpenAPI description; edit that and run `npm run generate`.
// openapi.json sha256 90f565ce2039f82d52f014ff98cffc7a93166c4d0182189caefff1e130f3656b
// openapi-typescript 7.13.0, ajv 8.20.0, rolldown 1.2.19
// sha256 1d19a3788a19303cadbf2088c90430c1ecd1f7fa2e019e39e51f9bbdccd2073c

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
  /** The validator of the responses that have this schema, if there are any. */
  validator?: Validate;
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

export const lines: Lines;

export const operations: {
  "listPets": OperationValidators;
  "createPet": OperationValidators;
  "getPet": OperationValidators;
};

export const unmatchedResponses: Record<string, ResponseValidators>;
