import { type Exact, isExactObject, isNumber, isSame } from '../../http/exact-json.ts';
import { type Contract, descriptionAt } from '../../openapi/contract.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { isOfAnyTime, wordsOf } from '../../openapi/resources/name-words.ts';
import { rangesSaid, type SaidRange } from '../../openapi/resources/said-ranges.ts';
import { nearestPlaces } from '../../openapi/schemas/nearest-places.ts';
import { jsonBodySchema, parameterSchema } from '../../openapi/schemas/schema-pointers.ts';
import { isReadOnly, viewSchema } from '../../openapi/schemas/schema-view.ts';
import { sentencesOf } from '../../openapi/sentences.ts';
import { isNotBefore, rangesNamed } from './reversed-range.ts';

/** A range of which the contract says that it may not end before it begins. */
export interface RefusedRange extends SaidRange {
  place: 'body' | 'query';
  /** The names of the objects of a body that lead to it. */
  segments: readonly string[];
  /** Of the schemas of its ends. */
  pointers: readonly [first: string, last: string];
  /** What a range that ends before it begins is answered with. */
  statuses: readonly number[];
  /** Where the contract says so. */
  said: string;
}

const refusals = [400, 422, 409];
const deepest = 2;

/** The ranges in the bodies of an operation that must end after they begin, as descriptions say. */
export function refusedInBody(contract: Contract, operation: Operation): RefusedRange[] {
  const schema = ['POST', 'PUT', 'PATCH'].includes(operation.method) ? jsonBodySchema(contract, operation) : undefined;
  if (schema === undefined || refusalsOf(operation).length === 0) return [];
  const start: { pointer: string; segments: readonly string[] } = { pointer: schema, segments: [] };
  const objects = nearestPlaces(start, deepest, ({ pointer, segments }) =>
    [...settableIn(contract, pointer)].map(([name, at]) => ({ pointer: at, segments: [...segments, name] })),
  );
  return objects.flatMap(({ pointer, segments }) => {
    const properties = settableIn(contract, pointer);
    return refusedAmong(contract, operation, properties, properties).map(
      (one): RefusedRange => ({ ...one, place: 'body', segments }),
    );
  });
}

/** The properties of an object that a client may send. */
function settableIn(contract: Contract, pointer: string): ReadonlyMap<string, string> {
  const { properties } = viewSchema(contract, pointer);
  return new Map([...properties].filter(([, at]) => !isReadOnly(viewSchema(contract, at))));
}

function refusalsOf({ responses }: Operation): number[] {
  return refusals.filter((status) => Object.hasOwn(responses, String(status)));
}

/** The ranges of the query of an operation that must end after they begin, as descriptions say. */
export function refusedInQuery(contract: Contract, operation: Operation): RefusedRange[] {
  const own = operation.parameters.filter(({ in: place }) => place === 'query');
  const schemas = new Map(own.map((parameter) => [parameter.name, parameterSchema(parameter)]));
  const described = new Map(own.map(({ name, pointer }) => [name, pointer]));
  return refusedAmong(contract, operation, schemas, described).map((one) => ({ ...one, place: 'query', segments: [] }));
}

/** By name, the schemas of what may be the ends of ranges, and what has their descriptions. */
function refusedAmong(
  contract: Contract,
  operation: Operation,
  schemas: ReadonlyMap<string, string>,
  described: ReadonlyMap<string, string>,
): Omit<RefusedRange, 'place' | 'segments'>[] {
  const statuses = refusalsOf(operation);
  const [named, said] = [rangesNamed([...schemas.keys()]), rangesSaid(contract, described)];
  const others = said.filter(({ first, last }) => !named.some((one) => one.first === first && one.last === last));
  return [...named, ...others].flatMap((range) => {
    const [first, last] = [schemas.get(range.first), schemas.get(range.last)];
    if (first === undefined || last === undefined || statuses.length === 0) return [];
    const pointers = [first, last] as const;
    const responses = statuses.filter((status) =>
      saysOrder(descriptionAt(contract, `${operation.pointer}/responses/${status}`), range, named.length === 1),
    );
    const [status] = responses;
    if (status !== undefined)
      return [{ ...range, pointers, statuses: responses, said: `${operation.pointer}/responses/${status}` }];
    const owners = [described.get(range.last), described.get(range.first), operation.pointer];
    const own = owners.find(
      (pointer) => pointer !== undefined && demandsOrder(descriptionAt(contract, pointer), range, named.length === 1),
    );
    if (own !== undefined) return [{ ...range, pointers, statuses, said: own }];
    return others.includes(range) || said.some((one) => one.first === range.first && one.last === range.last)
      ? [{ ...range, pointers, statuses, said: last }]
      : [];
  });
}

const relation =
  /\b(?:before|after|earlier|later|precedes?|preceding|less|greater|exceeds?|smaller|larger|higher|lower)\b/i;
const demand = /\b(?:must|has to|have to|cannot|may not|should|shall|needs? to|never|refused|rejected|fails?)\b/i;
const endsFirst = /\bends? (?:at |on )?(?:or )?before (?:it|they) (?:starts?|begins?)\b/i;
const wrong = '(?:invalid|reversed|inverted|wrong)';
const range = '(?:date |time |price )?(?:range|period|interval)';
const wrongRange = new RegExp(`\\b(?:${wrong} ${range}|${range} (?:is|was) ${wrong})\\b`, 'i');

/** True where a refusal is described as that of a range whose ends are in the wrong order. */
function saysOrder(description: string, range: SaidRange, isOnly: boolean): boolean {
  return sentencesOf(description).some(
    (sentence) =>
      (isOnly && (wrongRange.test(sentence) || endsFirst.test(sentence))) ||
      (relation.test(sentence) && isAbout(sentence, range)),
  );
}

/** True where a description says that the ends of a range must be in their order. */
function demandsOrder(description: string, range: SaidRange, isOnly: boolean): boolean {
  return sentencesOf(description).some((sentence) => demand.test(sentence) && saysOrder(sentence, range, isOnly));
}

function isAbout(sentence: string, { first, last }: SaidRange): boolean {
  return [first, last].every((name) => namePattern(name).test(sentence));
}

// Words that mean something else in most sentences.
const common = new Set(['from', 'to', 'in', 'out', 'since', 'until', 'open', 'close']);

/** How prose has a name: `start_date` as "start", `startsAt` as "starts". A common word is quoted. */
function namePattern(name: string): RegExp {
  const words = wordsOf(name);
  const stem = words.filter((word, index) => index === 0 || !isOfAnyTime([word]));
  const [only = ''] = stem;
  if (stem.length === 1 && common.has(only)) return new RegExp(`[\`'"]${name}[\`'"]`);
  const last = stem.at(-1)?.replace(/(?:s|ed)$/, '') ?? '';
  return new RegExp(`\\b${[...stem.slice(0, -1), last].join('[ _-]?')}(?:s|ed|_|A|D|T|O|\\b)`, 'i');
}

/** Ends of ranges by the kinds of values that they are: the nearest that others are usual with. */
const usual: readonly (readonly [Exact, Exact])[] = [
  ['2031-06-10', '2031-06-12'],
  ['2031-06-10T10:00:00Z', '2031-06-12T12:00:00Z'],
  ['2019-03-10', '2019-03-12'],
  ['2019-03-10T10:00:00Z', '2019-03-12T12:00:00Z'],
  ['09:30', '17:30'],
  ['09:30:00', '17:30:00'],
  [20, 30],
  [2, 3],
];

/** The ends of ranges that the schemas allow, each in order: of those that a request has, then others. */
export function endsFor(
  { first, last, pointers: [from, to] }: RefusedRange,
  own: Exact | undefined,
  isValid: (pointer: string, value: Exact) => boolean,
): [Exact, Exact][] {
  const ends = own !== undefined && isExactObject(own) ? [own[first], own[last]] : [];
  const [one, other] = ends;
  const known: (readonly [Exact, Exact])[] =
    one === undefined || other === undefined || isSame(one, other)
      ? []
      : [isNotBefore(one, other) ? [other, one] : [one, other]];
  return [...known, ...usual]
    .filter(([early, late]) => isComparable(early, late))
    .filter((pair) => pair.every((value) => isValid(from, value) && isValid(to, value)))
    .map(([early, late]) => [early, late]);
}

/** True for values of which one is before the other for sure. */
function isComparable(early: Exact, late: Exact): boolean {
  return (isNumber(early) && isNumber(late)) || (isNotBefore(late, early) && !isNotBefore(early, late));
}
