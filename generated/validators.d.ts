// Generated from the OpenAPI description; edit that and run `npm run generate`.
// openapi.json sha256 afa2c45ec9c02712bfd28a4ca329dd9fb422796d670f26b1a2e398104ea1c1d4
// openapi-typescript 7.13.0, ajv 8.20.0, rolldown 1.2.19
// sha256 99d6518bbcb5134366cb567c4f8ddc04f35977a6015a8ed679fe33beb34b0a83

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

export const operations: {
  "listPets": OperationValidators;
  "createPet": OperationValidators;
  "getPet": OperationValidators;
};

export const unmatchedResponses: Record<string, ResponseValidators>;
