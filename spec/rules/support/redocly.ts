/** The part of Redocly's rule interface that this plugin uses; its CLI is one bundle without types. */

export interface Source {
  readonly absoluteRef: string;
  readonly body: string;
  getLines(): string[];
}

export interface Location {
  readonly source: Source;
  readonly pointer: string;
  readonly absolutePointer: string;
  child(path: string | number | (string | number)[]): Location;
  /** The key itself instead of its value. */
  key(): object;
}

/** A place in the text, for what no JSON pointer can name. */
export interface TextPlace {
  source: Source;
  pointer: undefined;
  start: { line: number; col: number };
  end: { line: number; col: number };
}

export interface Resolved {
  node: unknown;
  location?: Location;
  /** The references on the way that carry further keys. */
  chain?: { node: unknown }[];
}

export interface Context {
  readonly location: Location;
  readonly parent: unknown;
  readonly specVersion: string;
  readonly type: { readonly name: string };
  /** `from` is the file that a relative reference starts from. */
  resolve(reference: { $ref: string }, from: string): Resolved;
  report(problem: { message: string; location: object | TextPlace }): void;
}

export type Visit = (node: unknown, context: Context) => void;

/** What a rule does when Redocly enters a node of a type (`Operation`, `Schema`, …) or leaves it. */
export type Visitor = Record<string, Visit | { leave: Visit }>;

export type Rule = () => Visitor;

/** A type of node: which type each of its fields has. */
export interface NodeType {
  properties: Record<string, unknown>;
}

export interface Plugin {
  id: string;
  rules: Record<string, Record<string, Rule>>;
  /** What `extends` may name, and which rules that switches on for which kind of document. */
  configs: Record<string, Record<string, Record<string, 'error'>>>;
  typeExtension: { oas3(types: Record<string, NodeType>): Record<string, NodeType> };
}
