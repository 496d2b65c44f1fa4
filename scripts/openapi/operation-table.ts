/** One operation of the contract, as code needs it. Pointers lead into the bundled document. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly pointer: string;
  readonly deprecation: Deprecation | null;
  /** Alternatives; none at all: the operation is open to everyone. */
  readonly security: readonly SecurityRequirement[];
  readonly parameters: readonly Parameter[];
  readonly requestBody: RequestBody | null;
  /** By status: `404`, `4XX` or `default`. */
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

/** What a deprecated operation announces (days as YYYY-MM-DD); a document of others may say none of it. */
export interface Deprecation {
  readonly since: string | null;
  readonly sunset: string | null;
  readonly replacement: { readonly operationId: string; readonly parameter: string | null } | null;
}

/** From security scheme to scopes, all of which are needed. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly pointer: string;
  readonly required: boolean;
  readonly style: string;
  readonly explode: boolean;
  /** JSON types that the schema allows; empty when it allows any. */
  readonly types: readonly string[];
  /** JSON types of the items when the parameter is an array. */
  readonly itemTypes: readonly string[];
  /** Set when the value is one serialised document (`content`) instead of a styled value. */
  readonly mediaType: string | null;
  readonly default?: unknown;
}

export interface RequestBody {
  readonly pointer: string;
  readonly required: boolean;
  readonly mediaTypes: readonly string[];
  /** Of multipart/form-data, the properties that are files. */
  readonly files?: Readonly<Record<string, FormFile>>;
}

export interface FormFile {
  readonly mediaType: string;
  readonly minLength?: number;
  readonly maxLength?: number;
}

export interface DocumentedResponse {
  readonly pointer: string;
  readonly headers: readonly { readonly name: string; readonly pointer: string; readonly required: boolean }[];
  readonly mediaTypes: readonly string[];
}
