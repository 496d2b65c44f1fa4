// Generated from the OpenAPI description; edit that and run `npm run generate`.
// openapi.json sha256 90f565ce2039f82d52f014ff98cffc7a93166c4d0182189caefff1e130f3656b
// openapi-typescript 7.13.0, ajv 8.20.0, rolldown 1.2.19
// sha256 f10653d63878447b31d95f0d61b23fd2e93ee2496799f886f3032fce94823a1d

import type { paths } from './types.ts';

// Made from the types that openapi-typescript gives an operation. This text travels with the calls that are generated.

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
type NumberIn<Text> = Text extends `${infer Value extends number}` ? Value : never;
type StatusesFrom<First extends string | number> = NumberIn<`${First}${Digit}${Digit}`>;
/** Every status with which a call can end (RFC 9110 section 15); a browser hides that of a redirect and gives 0. */
type AnyStatus = 0 | StatusesFrom<2 | 3 | 4 | 5 | 6 | 7 | 8 | 9>;
type SuccessStatus = StatusesFrom<2>;

/** The statuses that a key of a Responses Object stands for: `404`, `4XX`, `default`. */
type StatusesOf<Key, Keys> = Key extends number
  ? Key
  : Key extends `${infer First}XX`
    ? Exclude<StatusesFrom<First>, Keys>
    : Key extends 'default'
      ? Exclude<AnyStatus, Covered<Keys>>
      : never;
/** The statuses that keys stand for without `default`. */
type Covered<Key> = Key extends number ? Key : Key extends `${infer First}XX` ? StatusesFrom<First> : never;

type ContentOf<Message> = Message extends { content: infer Content }
  ? [Content] extends [never]
    ? undefined
    : Content[keyof Content]
  : undefined;

/** Documented headers by name; one that was not sent, that a browser hides or that is no such value is undefined. */
type HeadersOf<Response> = Response extends { headers: infer Headers }
  ? { [Name in keyof Headers as string extends Name ? never : Name]: Decoded<NonNullable<Headers[Name]>> | undefined }
  : unknown;
/** The headers of all documented responses: another one may have any of them. */
type AllHeadersOf<Responses> = Merged<{ [Key in keyof Responses]: HeadersOf<Responses[Key]> }[keyof Responses]>;
type Merged<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type Decoded<Value> = [Value] extends [number] ? number : string;

/** A success: `data` is there, `error` is not. */
interface Success<Status, Data, Headers, Answer> {
  status: Status;
  data: Data;
  error: undefined;
  headers: Headers;
  response: Answer;
}

/** Any other status: `error` is there, `data` is not. */
interface Failure<Status, Problem, Headers, Answer> {
  status: Status;
  data: undefined;
  error: Problem extends { status: number } ? Problem & { status: Status } : Problem;
  headers: Headers;
  response: Answer;
}

type ResultWith<Status, Body, Headers, Problem, Answer> =
  | ([Extract<Status, SuccessStatus>] extends [never]
      ? never
      : Success<Extract<Status, SuccessStatus>, Body, Headers, Answer>)
  | ([Exclude<Status, SuccessStatus>] extends [never]
      ? never
      : Failure<Exclude<Status, SuccessStatus>, Body extends undefined ? Problem : Body, Headers, Answer>);

/** The bodies of all documented errors of an operation. */
type ProblemOf<Responses> = {
  [Key in keyof Responses]: Exclude<StatusesOf<Key, keyof Responses>, SuccessStatus> extends never
    ? never
    : Exclude<ContentOf<Responses[Key]>, undefined>;
}[keyof Responses];

/** What a call gives: one member for each documented response, and one for every status that is not documented. */
export type CallResult<Operation, Answer> = Operation extends { responses: infer Responses }
  ?
      | {
          [Key in keyof Responses]: ResultWith<
            StatusesOf<Key, keyof Responses>,
            ContentOf<Responses[Key]>,
            HeadersOf<Responses[Key]>,
            ProblemOf<Responses>,
            Answer
          >;
        }[keyof Responses]
      | UndocumentedResult<keyof Responses, AllHeadersOf<Responses>, ProblemOf<Responses>, Answer>
  : never;

type UndocumentedResult<Keys, Headers, Problem, Answer> = 'default' extends Keys
  ? never
  : Failure<Exclude<AnyStatus, SuccessStatus | Covered<Keys>>, Problem, Headers, Answer>;

/** A value that is only read: lists of it may be read-only. */
type Given<Value> = Value extends object ? { readonly [Key in keyof Value]: Given<Value[Key]> } : Value;

type GivenParameters<Operation> = Operation extends { parameters: infer Parameters }
  ? Record<never, never> extends Parameters
    ? { params?: Given<Parameters> }
    : { params: Given<Parameters> }
  : unknown;

type GivenBody<Operation> = Operation extends { requestBody: infer Body }
  ? { body: Given<ContentOf<Body>> }
  : Operation extends { requestBody?: infer Body }
    ? [Body] extends [undefined]
      ? unknown
      : { body?: Given<ContentOf<NonNullable<Body>>> }
    : unknown;

/** What a call is given: the parameters of the operation by their place, and its body. */
export type CallInput<Operation> = GivenParameters<Operation> & GivenBody<Operation>;

/** What a client reads of an operation. */
export interface CallDescription {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly deprecation: Deprecation | null;
  /** The media types of each success, by status: `200`, `2XX` or `default`. */
  readonly successes: Readonly<Record<string, readonly string[]>>;
}

/** What a deprecated operation announces (days as YYYY-MM-DD); a document of others may say none of it. */
export interface Deprecation {
  /** All of it, in a sentence. */
  readonly message: string;
  readonly since: string | null;
  readonly sunset: string | null;
  readonly replacement: { readonly operationId: string; readonly parameter: string | null } | null;
}

/**
 * One method for each method of HTTP, with a signature for each path.
 * `Options`: what else a call takes; `Answer`: a response.
 */
export interface Calls<Options, Answer> {
  /**
   * List animals
   *
   * Returns the animals of the store, newest first: at most `limit` of them, and only those with the given `status` when that filter is present.
   */
  GET(
    path: "/pets",
    init?: CallInput<paths["/pets"]["get"]> & Options,
  ): Promise<CallResult<paths["/pets"]["get"], Answer>>;
  /**
   * Get an animal
   *
   * Returns one animal by its identifier. Deprecated, to be removed on 5 December 2030: use `GET /pets` with the `status` filter instead.
   *
   * @deprecated since 2026-11-20 and will be removed on 2030-12-05: use GET /pets with its parameter status
   */
  GET(
    path: "/pets/{petId}",
    init: CallInput<paths["/pets/{petId}"]["get"]> & Options,
  ): Promise<CallResult<paths["/pets/{petId}"]["get"], Answer>>;
  GET<Path extends "/pets" | "/pets/{petId}">(
    path: Path,
    ...init: Record<never, never> extends CallInput<paths[Path]["get"]> ? [init?: CallInput<paths[Path]["get"]> & Options] : [init: CallInput<paths[Path]["get"]> & Options]
  ): Promise<CallResult<paths[Path]["get"], Answer>>;
  /**
   * Add an animal
   *
   * Adds an animal to the store and returns it with the identifier assigned to it. An animal added without a status has none.
   */
  POST(
    path: "/pets",
    init: CallInput<paths["/pets"]["post"]> & Options,
  ): Promise<CallResult<paths["/pets"]["post"], Answer>>;
}

/** Path that the address of the service ends with. */
export const basePath = "/v1";

/** Every header that a response documents, and the type of its value. */
export const headerTypes = {
  "X-RateLimit-Limit": "number",
  "X-RateLimit-Remaining": "number",
  "X-RateLimit-Reset": "number",
  "X-Request-Id": "string",
  "WWW-Authenticate": "string",
  "Retry-After": "number",
  "Deprecation": "string",
  "Sunset": "string",
  "Link": "string"
} as const satisfies Record<string, 'number' | 'string'>;

export const operations = {
  "listPets": {
    "id": "listPets",
    "method": "GET",
    "path": "/pets",
    "deprecation": null,
    "successes": {
      "200": [
        "application/json"
      ]
    }
  },
  "createPet": {
    "id": "createPet",
    "method": "POST",
    "path": "/pets",
    "deprecation": null,
    "successes": {
      "201": [
        "application/json"
      ]
    }
  },
  "getPet": {
    "id": "getPet",
    "method": "GET",
    "path": "/pets/{petId}",
    "deprecation": {
      "since": "2026-11-20",
      "sunset": "2030-12-05",
      "replacement": {
        "operationId": "listPets",
        "parameter": "status"
      },
      "message": "GET /pets/{petId} is deprecated since 2026-11-20 and will be removed on 2030-12-05: use GET /pets with its parameter status."
    },
    "successes": {
      "200": [
        "application/json"
      ]
    }
  }
} as const satisfies Record<string, CallDescription>;
