import type { operations as table } from '../generated/operations.ts';
import type { paths } from '../generated/types.ts';
import type { Caller } from './credentials.ts';

/** The operationIds of the contract. */
export type OperationId = keyof typeof table;

/** What the types have of an operation, at its path and method: not every one has an operationId of its own. */
type OperationType<
  Id extends OperationId,
  Path = (typeof table)[Id]['path'],
  Method = Lowercase<(typeof table)[Id]['method']>,
> = Path extends keyof paths ? (Method extends keyof paths[Path] ? Shape<paths[Path][Method]> : never) : never;
type Shape<Operation> = Operation extends { parameters: unknown; responses: unknown } ? Operation : never;

type Simplify<T> = { [Key in keyof T]: T[Key] };
type Present<T> = [T] extends [never] ? Record<never, never> : NonNullable<T>;
type JsonMediaType = 'application/json' | `application/${string}+json`;

/** Names of the parameters of an operation that have a default: a handler always finds a value there. */
type Defaulted<Id extends OperationId> = Extract<
  (typeof table)[Id]['parameters'][number],
  { default: unknown }
>['name'];
type WithDefaults<Parameters, Names extends string> = Simplify<
  Omit<Parameters, Names> & Required<Pick<Parameters, Names & keyof Parameters>>
>;
type Place<
  Id extends OperationId,
  In extends string,
  Parameters = OperationType<Id>['parameters'],
> = In extends keyof Parameters ? Present<Parameters[In]> : Record<never, never>;

/** A body with its media type: JSON as its value, anything else as its bytes. */
type RequestBodyOf<Part> = [Part] extends [never]
  ? undefined
  : Part extends { content: infer Content }
    ? { [Type in keyof Content]: Type extends JsonMediaType ? Content[Type] : Uint8Array<ArrayBuffer> }[keyof Content]
    : undefined;

/** What a handler gets: parameters by place, checked and with their defaults, and the checked body. */
export interface OperationRequest<Id extends OperationId> {
  path: Simplify<Place<Id, 'path'>>;
  query: WithDefaults<Place<Id, 'query'>, Defaulted<Id>>;
  header: WithDefaults<Place<Id, 'header'>, Defaulted<Id>>;
  body: RequestBodyOf<NonNullable<RequestBodyIn<OperationType<Id>>>> | OptionalBody<OperationType<Id>>;
  /** The media type of the body; empty where there is none. */
  mediaType: string;
  /** The same as it was sent, with the boundary of a form in parts or the charset of a text. */
  contentType: string;
  /** The media types that the client accepts (RFC 9110 section 12.5.1). */
  accept: string;
  /** Who calls; null where the operation takes no credential, or none was sent to one that is open. */
  caller: Caller | null;
}
type RequestBodyIn<Operation> = Operation extends { requestBody?: infer Body } ? Body : never;
type OptionalBody<Operation> = Operation extends { requestBody: unknown } ? never : undefined;

type KnownKeys<T> = { [Key in keyof T as string extends Key ? never : Key]: T[Key] };
type HeadersOf<Response> = Response extends { headers: infer Headers } ? KnownKeys<Headers> : Record<never, never>;
type HeadersField<Headers> = Record<never, never> extends Headers ? { headers?: Headers } : { headers: Headers };

/** One member for each media type; the one of JSON need not be named where there is no other. */
type BodyField<Response> = Response extends { content: infer Content }
  ? [Content] extends [never]
    ? { body?: never; mediaType?: never }
    : {
        [Type in keyof Content]: Type extends JsonMediaType
          ? { body: Content[Type]; mediaType?: Type }
          : { body: string | Uint8Array<ArrayBuffer>; mediaType: Type };
      }[keyof Content]
  : { body?: never; mediaType?: never };

/** What a handler gives: one of the documented statuses with the body and the headers that the contract has for it. */
export type OperationResponse<Id extends OperationId> = {
  [Status in keyof OperationType<Id>['responses']]: {
    status: Status extends number ? Status : number;
  } & BodyField<OperationType<Id>['responses'][Status]> &
    HeadersField<HeadersOf<OperationType<Id>['responses'][Status]>>;
}[keyof OperationType<Id>['responses']];

export type Handler<Id extends OperationId> = (
  request: OperationRequest<Id>,
) => OperationResponse<Id> | Promise<OperationResponse<Id>>;

/** The server is this: one handler for each operation of the contract. */
export type Handlers = { [Id in OperationId]: Handler<Id> };

type ErrorKey = `${4 | 5}${string}` | 'default';
type ErrorContent<Response> = Response extends { content: infer Content }
  ? Content[keyof Content & JsonMediaType]
  : never;
type ErrorBodyOf<Responses> = {
  [Status in keyof Responses]: `${Status & (string | number)}` extends ErrorKey
    ? ErrorContent<Responses[Status]>
    : never;
}[keyof Responses];

type AnyErrorBody = { [Id in OperationId]: ErrorBodyOf<OperationType<Id>['responses']> }[OperationId];

/** The bodies that the contract has for errors, of any operation. */
export type ErrorBody = [AnyErrorBody] extends [never] ? undefined : AnyErrorBody;
