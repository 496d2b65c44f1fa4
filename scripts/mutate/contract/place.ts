import { isMap, isNode, isScalar, isSeq, type Node, type Pair, type Scalar } from 'yaml';
import { type Json, pointerTo, segmentsOf } from '../../openapi/json.ts';
import type { Requirement } from '../../requirements/requirement.ts';
import { type Edit, pairsOf, type YamlText } from './yaml-text.ts';

/** A change of one part of a file, before it is known which requirements it is about. */
export interface MutantDraft {
  yaml: YamlText;
  /** What is changed, in the bundled document. */
  pointer: string;
  /** A short phrase for people: `maximum 100 becomes 99`. */
  what: string;
  /** The first is the place that is reported. */
  edits: readonly [Edit, ...Edit[]];
  /** Of the requirements at that part, those that it is about; without it, and where it is about none of them, all. */
  isAbout?(requirement: Requirement): boolean;
  /** Another part whose requirements it is about as well. */
  besides?: string;
}

/** A part of a description: in its file, and under its pointer in the bundled document. */
export class Place {
  readonly yaml: YamlText;
  readonly pointer: string;
  readonly node: Node | null;
  readonly holder: Place | undefined;

  constructor(yaml: YamlText, pointer: string, node: unknown, holder?: Place) {
    this.yaml = yaml;
    this.pointer = pointer;
    this.node = isNode(node) ? node : null;
    this.holder = holder;
  }

  /** The last segment of its pointer. */
  get name(): string {
    return segmentsOf(this.pointer).at(-1) ?? '';
  }

  get value(): Json {
    const value: unknown = this.node?.toJS(this.yaml.document);
    // What YAML has beyond JSON, such as dates, is not switched on.
    return (value ?? null) as Json;
  }

  /** The value when it is a text. */
  get text(): string | undefined {
    return isScalar(this.node) && typeof this.node.value === 'string' ? this.node.value : undefined;
  }

  /** How a scalar is written: a number has all its digits here. */
  get source(): string | undefined {
    return isScalar(this.node) ? this.node.source : undefined;
  }

  get names(): string[] {
    return pairsOf(this.node).map(([name]) => name);
  }

  get(name: string): Place | undefined {
    const pair = this.#member(name)?.pair;
    return pair === undefined ? undefined : new Place(this.yaml, this.pointer + pointerTo(name), pair.value, this);
  }

  /** The part some segments down. */
  at(...segments: string[]): Place | undefined {
    return segments.reduce<Place | undefined>((place, segment) => place?.get(segment), this);
  }

  members(): Place[] {
    return this.names.flatMap((name) => this.get(name) ?? []);
  }

  items(): Place[] {
    return isSeq(this.node)
      ? this.node.items.map((item, index) => new Place(this.yaml, this.pointer + pointerTo(index), item, this))
      : [];
  }

  /** Another value of the member `name`. */
  becomes(name: string, value: Json): MutantDraft[] {
    const part = this.get(name);
    return part?.node == null
      ? []
      : [
          part.#draft(
            `${name}${described(part)} becomes ${typeof value === 'string' ? value : JSON.stringify(value)}`,
            this.yaml.withValue(part.node, value),
          ),
        ];
  }

  /** This part as another text of the file: for numbers, which keep all their digits so. */
  becomesSource(source: string): MutantDraft[] {
    return this.node === null
      ? []
      : [this.#draft(`${this.name}${described(this)} becomes ${source}`, this.yaml.withSource(this.node, source))];
  }

  /** This part with another value, in a phrase of one's own. */
  replaced(value: Json, what: string): MutantDraft[] {
    return this.node === null ? [] : [this.#draft(what, this.yaml.withValue(this.node, value))];
  }

  /** The member `name` is no longer there. */
  loses(name: string, what?: string): MutantDraft[] {
    const part = this.get(name);
    const pair = this.#member(name)?.pair;
    if (part === undefined || pair === undefined || !isMap(this.node)) return [];
    return [part.#draft(what ?? `${name}${described(part)} is removed`, this.yaml.withoutPair(this.node, pair))];
  }

  /** A member that was not there. */
  gets(name: string, value: Json): MutantDraft[] {
    if (!isMap(this.node) || this.#member(name) !== undefined) return [];
    return [
      {
        yaml: this.yaml,
        pointer: this.pointer + pointerTo(name),
        what: `${name} ${JSON.stringify(value)} is added`,
        edits: [this.yaml.withPair(this.node, name, value)],
      },
    ];
  }

  /** The member `name` has another name. */
  renames(name: string, other: string, what: string): MutantDraft[] {
    const member = this.#member(name);
    const part = this.get(name);
    return member === undefined || part === undefined ? [] : [part.#draft(what, this.yaml.withKey(member.key, other))];
  }

  losesItem(index: number, what: string): MutantDraft[] {
    return isSeq(this.node) ? [this.#draft(what, this.yaml.withoutItem(this.node, index))] : [];
  }

  getsItem(value: Json, what: string): MutantDraft[] {
    return isSeq(this.node) ? [this.#draft(what, this.yaml.withItem(this.node, value))] : [];
  }

  #member(name: string): { key: Scalar; pair: Pair } | undefined {
    const [, key, pair] = pairsOf(this.node).find(([own]) => own === name) ?? [];
    return key === undefined || pair === undefined ? undefined : { key, pair };
  }

  #draft(what: string, edit: Edit): MutantDraft {
    return { yaml: this.yaml, pointer: this.pointer, what, edits: [edit] };
  }
}

/** A value as it follows in a phrase; nothing of one that is too long for that. */
function described(part: Place): string {
  const text = part.source ?? JSON.stringify(part.value);
  return text.length > 40 ? '' : ` ${text}`;
}
