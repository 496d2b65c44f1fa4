import type { operations as table } from '../generated/operations.ts';
import type { operations } from '../generated/types.ts';

/** The operationIds of the contract. */
export type OperationId = keyof operations & keyof typeof table;

/** Headers that the server adds to responses itself, so that no handler has to. */
export type OwnHeader =
  | 'X-RateLimit-Limit'
  | 'X-RateLimit-Remaining'
  | 'X-RateLimit-Reset'
  | 'X-Request-Id'
  | 'Deprecation'
  | 'Sunset'
  | 'Link';

type Simplify<T> = { [Key in keyof T]: T[Key] };
type Present<T> = [T] extends [never] ? Record<never, never> : NonNullable<T>;

/** Names of the parameters of an operation that have a default: a handler always finds a value there. */
type Defaulted<Id extends OperationId> = Extract<
  (typeof table)[Id]['parameters'][number],
  { default: unknown }
>['name'];

type Place<
  Id extends OperationId,
  In extends string,
  Parameters = operations[Id]['parameters'],
> = In extends keyof Parameters ? Present<Parameters[In]> : Record<never, never>;

type WithDefaults<Parameters, Names extends string> = Simplify<
  Omit<Parameters, Names> & Required<Pick<Parameters, Names & keyof Parameters>>
>;

type BodyOf<Part> = Part extends { content: infer Content } ? Content[keyof Content] : undefined;

/** What a handler gets: parameters by place, checked and with their defaults, and the checked body. */
export interface OperationRequest<Id extends OperationId> {
  path: Simplify<Place<Id, 'path'>>;
  query: WithDefaults<Place<Id, 'query'>, Defaulted<Id>>;
  header: WithDefaults<Place<Id, 'header'>, Defaulted<Id>>;
  body: BodyOf<operations[Id]['requestBody']>;
}

type KnownKeys<T> = { [Key in keyof T as string extends Key ? never : Key]: T[Key] };
type HandlerHeaders<Response> = Response extends { headers: infer Headers }
  ? Omit<KnownKeys<Headers>, OwnHeader>
  : Record<never, never>;
type HeadersField<Headers> = keyof Headers extends never
  ? { headers?: never }
  : Record<never, never> extends Headers
    ? { headers?: Headers }
    : { headers: Headers };
type BodyField<Body> = [Body] extends [undefined] ? { body?: never } : { body: Body };

type ResponseOf<Responses> = {
  [Status in keyof Responses]: { status: Status } & BodyField<BodyOf<Responses[Status]>> &
    HeadersField<HandlerHeaders<Responses[Status]>>;
}[keyof Responses];

/** What a handler gives: one of the documented statuses with the body and the headers that the contract has for it. */
export type OperationResponse<Id extends OperationId> = ResponseOf<operations[Id]['responses']>;

export type Handler<Id extends OperationId> = (
  request: OperationRequest<Id>,
) => OperationResponse<Id> | Promise<OperationResponse<Id>>;

/** The server is this: one handler for each operation of the contract. */
export type Handlers = { [Id in OperationId]: Handler<Id> };
