import type { Contract } from '../../openapi/contract.ts';
import type { Impact } from '../change.ts';

/** Which way a value goes: clients send it, or they read it. A webhook turns both round. */
export type Flow = 'sent' | 'read';

/** A value on its way, in a message that is a request or a response: that says which properties are a part of it. */
export interface Way {
  flow: Flow;
  message: 'request' | 'response';
  /** True where it is written as XML. */
  isXml?: boolean;
}

/** One difference that a rule found. */
export interface Found {
  impact: Impact;
  message: string;
  /** Who does not work any more, as it goes on after "breaks"; only of a major change. */
  breaks?: string;
  /** How the same end is reached without breaking anyone; only of a major change. */
  remedy?: string;
  /** Which way the values go that it is about. */
  flow?: Flow;
  /** The operations that it was found in. */
  operations?: readonly string[];
  /** Pointer into the released contract; undefined for what was added. */
  before?: string;
  /** Pointer into the current contract; undefined for what was removed. */
  now?: string;
  /** Of what was removed: the pointer into the current contract that a reader looks at. */
  holder?: string;
  /** Of what was added: the pointer into the released contract that a reader looks at. */
  origin?: string;
  /** Further parts of which this says all. */
  besides?: Pair<readonly string[]>;
  /** The references that lead to what it is about, where it follows from one that leads elsewhere. */
  reference?: Pair<string>;
}

/** What two contracts have in one place. */
export interface Pair<Value> {
  before: Value;
  now: Value;
}

export type Contracts = Pair<Contract>;

/** The same as a list, without a difference that is there twice. */
export function unique(found: Iterable<Found>): Found[] {
  return [...new Set(found)];
}

/** The keys of both maps, each once. */
export function keysOf<Key>(before: Iterable<Key>, now: Iterable<Key>): Key[] {
  return [...new Set([...before, ...now])];
}

/** The one that is gone and the one that came, where there is one of each: what stands in the place of what. */
export function replacement<Part>(gone: readonly Part[], come: readonly Part[]): Pair<Part> | undefined {
  const [before, ...others] = gone;
  const [now, ...more] = come;
  return before === undefined || now === undefined || others.length + more.length > 0 ? undefined : { before, now };
}
