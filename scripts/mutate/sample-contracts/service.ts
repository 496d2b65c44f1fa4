import type { IncomingHttpHeaders } from 'node:http';
import type { Item, Json, Schema } from './schema.ts';
import { itemOf } from './schema.ts';

/** A request as the services see it; `operation` is what its method and path lead to. */
export interface Call {
  operation: string | undefined;
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A response: its body is `text` if that is there, or else `json`. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  json?: Json;
  text?: string;
  chunked?: boolean;
}

export type Handler = (call: Call) => Answer | Promise<Answer>;

export type Wrap = (handler: Handler) => Handler;

export interface Options {
  /** So many things are there from the start. */
  prefilled?: number;
  /** What precedes each path, as `/api/v2`. */
  basePath?: string;
  /** The one thing that the server leaves out, as `createTask body.title minLength`. */
  skip?: string;
  wrap?: Wrap;
}

export interface Fault {
  name: string;
  /** The `operationId`, or `*` for a fault of all operations. */
  operation: string;
  options: Options;
}

export interface Control {
  name: string;
  options: Options;
}

export interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  schema: Schema;
  required?: boolean;
  /** For arrays: one `name=value` each, instead of values with commas. */
  explode?: boolean;
}

export interface Input {
  call: Call;
  parameters: Item;
  body: Item;
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  isPublic?: boolean;
  parameters?: Parameter[];
  /** The media types of the body, each with its schema. */
  body?: Record<string, Schema>;
  run: (input: Input) => Answer;
}

export type Refusal = 'unknown path' | 'method' | 'security' | 'parameter' | 'media type' | 'syntax' | 'body';

export interface Service {
  operations: Operation[];
  /** Who calls; undefined for a call without a valid key. */
  identify: (call: Call) => string | undefined;
  refuse: (why: Refusal, details: string[]) => Answer;
  /** Counts the call; a refusal comes instead of the answer, the headers come with it. */
  admit?: (identity: string) => { refusal?: Answer; headers: Record<string, string> };
}

export function json(
  status: number,
  value: Json,
  headers: Record<string, string> = {},
  mediaType = 'application/json',
): Answer {
  return { status, headers: { 'Content-Type': mediaType, ...headers }, json: structuredClone(value) };
}

export function empty(status: number, headers: Record<string, string> = {}): Answer {
  return { status, headers };
}

/** The body of a call, if it is a JSON object; else an empty one. */
export function bodyOf(call: Call): Item {
  try {
    const value: Json = JSON.parse(call.body.toString());
    return itemOf(value);
  } catch {
    return {};
  }
}
