import type { Exact } from '../../../http/exact-json.ts';
import type { Answer } from '../../../http/exchange.ts';
import type { Operation, Parameter } from '../../../openapi/operation-table.ts';
import type { ListParameters } from '../../../openapi/resources/list-parameters.ts';
import type { AcknowledgedItem } from '../item/acknowledged-item.ts';
import type { ListResource } from './list-resource.ts';

/** Values for parameters of a list. */
export type Query = readonly (readonly [parameter: Parameter, value: Exact])[];

/** One response of a list. */
export interface Page {
  answer: Answer;
  items: readonly Exact[];
}

/** What a list has for a query, over all the pages that the contract has a way to. */
export interface Listing {
  /** The first of the pages. */
  first: Page;
  items: readonly Exact[];
  /** False where there may be more than these. */
  isComplete: boolean;
}

/** What the server says it has stored. */
export interface AcknowledgedItems {
  /** Those that were created or changed in this run, and are still as the server has said, as far as this run knows. */
  readonly present: readonly AcknowledgedItem[];
  /** Those without an identifier. */
  readonly nameless: readonly AcknowledgedItem[];
  /** Those that the server says it has removed, by the texts of their identifiers, as they were before. */
  readonly removed: ReadonlyMap<string, Exact>;
  /** Properties that have another value at each reading, as far as this run has seen. */
  readonly fleeting: ReadonlySet<string>;
  /** True once the server has refused to store something that would show the mark of this run. */
  readonly hasRefused: boolean;
}

/** A list in one state of the server. To ask for the same twice sends one request. */
export interface ObservedList {
  readonly resource: ListResource;
  readonly parameters: ListParameters;
  readonly stored: AcknowledgedItems;
  /** What it has without a filter, in the largest pages. */
  readonly all: Listing;
  /** True for a list that has to be asked for something: what it leaves out may be there all the same. */
  readonly isAskedForPart: boolean;
  /** One page; undefined where none came. */
  readonly page: (query: Query) => Promise<Page | undefined>;
  /** The page that a link leads to, without items where it is no list; undefined for a link to something else. */
  readonly linked: (link: string) => Promise<Page | undefined>;
  /** All that it has for a query, in pages of a size, else in the largest; undefined where no page came. */
  readonly everything: (query: Query, size?: number) => Promise<Listing | undefined>;
  /** Reads an item under its identifier. */
  readonly read: (operation: Operation, id: Exact) => Promise<Answer>;
  /** True for what the server has said it created, and for what was there before. */
  readonly isAcknowledged: (item: Exact) => boolean;
}
