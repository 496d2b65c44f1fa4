import { type Exact, type ExactObject, isExactObject, within, writeExact } from '../../http/exact-json.ts';
import { ownValue } from '../../http/own-value.ts';
import { resolvePart } from '../../openapi/contract.ts';
import { isWriteOnly, type SchemaView, viewSchema } from '../../openapi/schemas/schema-view.ts';
import type { ResponseBodies } from './response-bodies.ts';
import { responseCandidates } from './response-candidates.ts';

/** A body that tries one keyword of one part of its schema. */
export interface BodyTrial {
  /** For people: `with name "a"`. */
  title: string;
  body: Exact;
}

/** A part of a schema, and where a body has it. */
interface Part {
  view: SchemaView;
  path: string;
  segments: readonly string[];
  body: Exact;
  /** Schemas on the way to it: one that holds itself is walked once. */
  way: readonly string[];
}

const deepest = 6;
// Of schemas with hundreds of parts, those near the root.
const most = 250;

/** Bodies that each differ from `body` in one part, for every keyword of the schema; the parts near the root first. */
export function bodyTrials(bodies: ResponseBodies, body: Exact): BodyTrial[] {
  const walk = new BodyWalk(bodies);
  const parts: Part[] = [{ view: viewSchema(bodies.contract, bodies.schema), path: '', segments: [], body, way: [] }];
  for (const part of parts) {
    if (walk.trials.length >= most) break;
    walk.try(part);
    parts.push(...walk.below(part));
  }
  return [...walk.trials, ...walk.texts()];
}

class BodyWalk {
  readonly trials: BodyTrial[] = [];
  readonly #bodies: ResponseBodies;
  readonly #texts: { part: Part; texts: Exact[] }[] = [];

  constructor(bodies: ResponseBodies) {
    this.#bodies = bodies;
  }

  try(part: Part): void {
    const { view, path, segments, body } = part;
    const allowed = responseCandidates(view, this.#bodies.values).filter(({ value }) =>
      this.#bodies.isAllowed(replaced(body, segments, value)),
    );
    for (const { keyword, value } of allowed)
      if (keyword !== 'text') this.#add(part, `with ${described(path, value)}`, value);
    const texts = allowed.filter(({ keyword }) => keyword === 'text').map(({ value }) => value);
    if (texts.length > 0) this.#texts.push({ part, texts });
    const own = within(body, segments);
    if (isExactObject(own)) this.#tryObject(part, own);
  }

  #tryObject(part: Part, own: ExactObject): void {
    const { view, path } = part;
    const names = Object.keys(own);
    if (path !== '')
      this.#add(
        part,
        `with only what ${nameOf(path)} must have`,
        pick(
          own,
          names.filter((name) => view.required.has(name)),
        ),
      );
    for (const optional of names.filter((name) => !view.required.has(name)))
      this.#add(
        part,
        `without ${nameOf(`${path}.${optional}`)}`,
        pick(
          own,
          names.filter((name) => name !== optional),
        ),
      );
    if (!view.properties.has('undocumented'))
      this.#add(part, `with ${nameOf(`${path}.undocumented`)}`, { ...own, undocumented: 'value' });
  }

  /** Parts of a part, each in a body that has it. */
  below(part: Part): Part[] {
    const { view, path, segments, body, way } = part;
    const { contract } = this.#bodies;
    const { pointer } = resolvePart(contract, view.pointer);
    if (way.length > deepest || way.includes(pointer)) return [];
    const { values } = this.#bodies;
    const child = (at: string, name: string, step: string): Part[] => {
      const own = viewSchema(contract, at);
      if (isWriteOnly(own)) return [];
      const inside = [...segments, step];
      const whole =
        within(body, inside) === undefined ? replaced(body, inside, values.valueFor(own, 'all', way.length)) : body;
      return [{ view: own, path: `${path}${name}`, segments: inside, body: whole, way: [...way, pointer] }];
    };
    const others = view.keywords.get('additionalProperties');
    return [
      ...(view.alternatives.length > 0 ? this.#alternatives(part, pointer) : []),
      ...[...view.properties].flatMap(([name, at]) => child(at, `.${name}`, name)),
      ...(others !== undefined && isExactObject(others.value) ? child(others.pointer, '.key', 'key') : []),
      ...(view.items === undefined ? [] : child(view.items, '[]', '0')),
    ];
  }

  #alternatives(part: Part, pointer: string): Part[] {
    const { view, path, segments, body, way } = part;
    return view.alternatives.map((at, index) => {
      const alternative = viewSchema(this.#bodies.contract, at);
      const value = this.#bodies.values.valueFor({ ...view, alternatives: [at] }, 'all', way.length);
      this.#add(part, `with ${nameOf(path)} as ${alternative.name ?? `alternative ${index + 1}`}`, value);
      return { view: alternative, path, segments, body: replaced(body, segments, value), way: [...way, pointer] };
    });
  }

  /** Unusual texts, in all parts at a time that may be any text: each of them in each part. */
  texts(): BodyTrial[] {
    return [...Map.groupBy(this.#texts, ({ part }) => part.body)].flatMap(([body, group]) => {
      const [first] = group;
      if (first === undefined) return [];
      const { path } = first.part;
      const rounds = Math.max(...group.map(({ texts }) => texts.length));
      return Array.from({ length: rounds }, (_, round): BodyTrial => {
        const textOf = (texts: Exact[], index: number) => texts[(round + index) % texts.length] ?? '';
        const filled = group.reduce(
          (whole, { part, texts }, index) => replaced(whole, part.segments, textOf(texts, index)),
          body,
        );
        const text = textOf(first.texts, 0);
        return group.length === 1
          ? { title: `with ${described(path, text)}`, body: filled }
          : { title: `with texts as in ${described(path, text)}`, body: filled };
      }).filter((trial) => this.#bodies.isAllowed(trial.body));
    });
  }

  #add({ segments, body }: Part, title: string, value: Exact): void {
    const whole = replaced(body, segments, value);
    if (this.#bodies.isAllowed(whole)) this.trials.push({ title, body: whole });
  }
}

/** The value with another part under these keys and indices. */
function replaced(value: Exact, [first, ...rest]: readonly string[], part: Exact): Exact {
  if (first === undefined) return part;
  if (Array.isArray(value))
    return value.toSpliced(Number(first), 1, replaced(value[Number(first)] ?? null, rest, part));
  return isExactObject(value) ? { ...value, [first]: replaced(ownValue(value, first) ?? null, rest, part) } : value;
}

function pick(object: ExactObject, names: readonly string[]): ExactObject {
  return Object.fromEntries(names.map((name) => [name, ownValue(object, name) ?? null]));
}

function nameOf(path: string): string {
  return path.replace(/^\./, '') || 'the body';
}

/** What a part is, in few words. */
function described(path: string, value: Exact): string {
  const name = nameOf(path);
  if (Array.isArray(value)) return `${value.length} item${value.length === 1 ? '' : 's'} in ${name}`;
  if (isExactObject(value)) return `${name} of ${Object.keys(value).length} properties`;
  // What a terminal would not show.
  const text = writeExact(value).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return typeof value === 'string' && text.length > 40 ? `${name} of ${value.length} characters` : `${name} ${text}`;
}
