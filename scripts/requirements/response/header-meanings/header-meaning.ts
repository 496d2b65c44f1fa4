import type { Exchange, HttpResponse } from '../../../http/exchange.ts';
import type { Description } from '../../../openapi/description.ts';
import type { DocumentedResponse, Operation } from '../../../openapi/operation-table.ts';
import type { FaultHarness } from '../../fault.ts';
import type { KeyedResponse } from '../response-sets.ts';

export type Header = DocumentedResponse['headers'][number];

/** The response that has a header. */
export interface SeenHeader {
  response: HttpResponse;
  documented: DocumentedResponse;
  /** The path of the contract that was asked, if it has it. */
  path: string | undefined;
  method: string;
}

/** The exchange in which a fault changes a header. */
export interface ChangedHeader extends Exchange {
  documented: DocumentedResponse;
  harness: FaultHarness;
  /** How many such responses there have been before, and what the first of them said. */
  before: number;
  first: string | undefined;
}

/** A value of a header that is allowed by its schema, and not true. */
export interface Untruth {
  what: string;
  instead(text: string | undefined, changed: ChangedHeader): string | undefined;
}

/** What a header says beyond its schema. */
export interface HeaderMeaning {
  /** What it must do, after its name: `be the limit in force`. */
  statement: string;
  /** Where the contract says so, when that is not at the header itself. */
  pointer?: string;
  /** Why a value is not true; undefined when it is. */
  whyWrong(value: string, seen: SeenHeader): string | undefined;
  /** A true value in a response to a request to this path, where the contract alone says it. */
  truth?(path: string | undefined): string | undefined;
  /** What a server may say instead in this response, for mutation testing. */
  untruths(keyed: Pick<KeyedResponse, 'status' | 'response'>): Untruth[];
}

/**
 * What a header means in the responses to an operation, or to requests that reach none.
 * Undefined when the contract does not say enough.
 */
export type MeaningOf = (
  description: Description,
  operation: Operation | null,
  header: Header,
) => HeaderMeaning | undefined;

export const untruth = (what: string, instead: Untruth['instead']): Untruth => ({ what, instead });
