import type { HttpResponse } from '../../http/exchange.ts';
import type { ScriptedResponse } from '../../http/scripted-response.ts';
import type { Description } from '../../openapi/description.ts';
import type { DocumentedResponse } from '../../openapi/operation-table.ts';

/** What responses are made from. The same seed gives the same ones. */
export interface ResponseSource {
  description: Description;
  seed: number;
}

/** One of the responses that the contract documents. */
export interface DocumentedStubResponse {
  /** For people, unique among those of its status: `200 with name of 120 characters`. */
  title: string;
  /** `404`, `4XX`, `default`. */
  statusKey: string;
  status: number;
  /** Name of the example of the contract that it is, if it is one. */
  example: string | undefined;
  documented: DocumentedResponse;
  response: ScriptedResponse;
}

/** A body in bytes. */
export interface Content {
  mediaType: string;
  bytes: Buffer;
}

/** A response with this body, or without one. */
export function responseWith(
  status: number,
  headers: HttpResponse['headers'],
  content: Content | undefined,
): ScriptedResponse {
  const contentType = content === undefined ? [] : [['Content-Type', content.mediaType] as const];
  return { status, headers: [...contentType, ...headers], body: content?.bytes ?? Buffer.alloc(0), receivedAt: 0 };
}
