import type { Location } from '../cli/problem.ts';

/** The names in braces of an id template. */
type Names<Id extends string> = Id extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

/** What one requirement of a kind is about: a text for each name in braces of the kind's id. */
export type Subject<Id extends string> = Readonly<Record<string extends Id ? string : Names<Id>, string>>;

/** One thing that the contract requires, so small that it is kept or violated as a whole. */
export interface Requirement<Id extends string = string> {
  /** Its name for people and machines: `listBooks.parameters.query.limit.maximum`. */
  id: string;
  /** The id of its kind. */
  kind: Id;
  subject: Subject<Id>;
  /** The operation that it is about; null for what concerns requests that reach none. */
  operationId: string | null;
  /** Where the contract, or a workflow beside it, says so: a JSON pointer, and the place it stands for. */
  pointer: string;
  location: Location;
  /** What is required, as a sentence. */
  statement: string;
  /** The group in which a report shows it. */
  section: string;
  /** Other parts of the contract that decide what is required. */
  alsoAt: readonly string[];
  /** Why no request need reach it (`x-unverifiable`); null when one must. */
  waiver: string | null;
}

/** The id of a requirement: the only place where one is put together. Nothing takes an id apart. */
export function requirementId<Id extends string>(kind: Id, subject: Subject<Id>): string {
  const values: Readonly<Record<string, string>> = subject;
  return kind.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
