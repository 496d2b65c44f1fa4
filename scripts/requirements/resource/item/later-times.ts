import { type Exact, isNumber } from '../../../http/exact-json.ts';
import { type Contract, resolvePart } from '../../../openapi/contract.ts';
import { objectOf, stringOf } from '../../../openapi/json.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { itemPlaceIn } from '../../../openapi/resources/item-place.ts';
import { viewItem } from '../../../openapi/resources/item-view.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import { jsonBodySchema } from '../../../openapi/schemas/schema-pointers.ts';
import { textAt, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { successSchema } from '../../../openapi/success-responses.ts';
import { type Described, foundOnce } from '../found-once.ts';
import { timeOfCreation } from './created-at.ts';
import { sentencesOf } from './state-rules.ts';

/** A time of a new item that is so much later than another one of its times. */
export interface LaterTime {
  resource: Resource;
  property: string;
  /** Of the schema of the property. */
  pointer: string;
  /** The property that has the earlier time. */
  base: string;
  /** For people: `15 minutes`. */
  text: string;
  milliseconds: number;
}

/** What descriptions say of the times of a new item: "Two days after `createdAt`", "15 minutes after its creation". */
export const laterTimesOf = foundOnce(findTimes);

const conditions = ['unless', 'except', 'if', 'may', 'might', 'can', 'either', 'or', 'depending', 'default', 'not'];
const bounds = ['most', 'least', 'latest', 'earliest', 'later? than', 'up to', 'within', 'minimum', 'maximum'];
const hedge = new RegExp(
  String.raw`\b(?:${[...conditions, ...bounds, 'about', 'around', 'usually'].join('|')})\b`,
  'i',
);

const secondsOf = new Map(Object.entries({ second: 1, minute: 60, hour: 3600, day: 86_400, week: 604_800 }));

const figures = new Map(
  Object.entries({ a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, ten: 10, twelve: 12 }),
);
for (const [word, figure] of Object.entries({ fourteen: 14, fifteen: 15, thirty: 30, sixty: 60, ninety: 90 }))
  figures.set(word, figure);

const span = String.raw`(?<figure>\d+|${[...figures.keys()].join('|')}) (?<unit>${[...secondsOf.keys()].join('|')})s?`;
const made = '(?:created|made|placed|opened|requested|issued|added|registered)';
const creation = String.raw`(?:the |its |their )?creation|(?:it|the \w+(?: \w+)?) (?:is|was) ${made}|now`;
const later = new RegExp(
  String.raw`(?:^|[ (:])${span} (?:after|from) (?:(?<creation>${creation})|\x60?(?<name>\w+)\x60?)(?=$|[ ,:)])`,
  'i',
);

function findTimes(context: Described, operation: Operation): LaterTime[] {
  const { contract } = context.description;
  const resource = context.resources.find(({ create }) => create === operation);
  const schema = successSchema(contract, operation);
  const place = resource === undefined || schema === undefined ? undefined : itemPlaceIn(contract, schema, resource);
  const sent = sentProperties(contract, operation);
  if (resource === undefined || place === undefined || [...sent.keys()].some((name) => isOfSpan.test(name))) return [];
  const times = [...viewItem(contract, place.pointer).properties].filter(([, at]) => isTime(contract, at));
  const said = sentencesOf(descriptionAt(contract, operation.pointer));
  return times.flatMap(([property, pointer]) => {
    if (sent.has(property)) return [];
    const named = new RegExp(String.raw`^.*\x60${property}\x60 (?:is|becomes|to|of)\b`);
    const others = said.flatMap((one) => (named.test(one) ? [one.replace(named, '')] : []));
    const found = [...sentencesOf(descriptionAt(contract, pointer)), ...others].flatMap((one) => laterIn(one, times));
    const [first] = found;
    return first === undefined || first.base === property ? [] : [{ resource, property, pointer, ...first }];
  });
}

// What a client sends of how long it takes.
const isOfSpan = /second|minute|hour|day|week|duration|length|ttl|expir|until|due|valid|period/i;

/** What a sentence says of a time that is later than one of `times`. */
function laterIn(
  sentence: string,
  times: readonly [name: string, pointer: string][],
): Pick<LaterTime, 'base' | 'text' | 'milliseconds'>[] {
  const groups = hedge.test(sentence) ? undefined : later.exec(sentence)?.groups;
  if (groups === undefined) return [];
  const { figure = '', unit = '', creation, name } = groups;
  const count = figures.get(figure.toLowerCase()) ?? Number(figure);
  const names = times.map(([one]) => one);
  const own = names.find((one) => (creation === undefined ? one === name : timeOfCreation.test(one)));
  if (own === undefined) return [];
  const milliseconds = count * (secondsOf.get(unit.toLowerCase()) ?? 0) * 1000;
  return [{ base: own, text: `${figure} ${unit}${count === 1 ? '' : 's'}`, milliseconds }];
}

/** The properties that a client may send. */
function sentProperties(contract: Contract, operation: Operation): Map<string, string> {
  const body = jsonBodySchema(contract, operation);
  if (body === undefined) return new Map();
  const { properties } = viewItem(contract, body);
  return new Map([...properties].filter(([, at]) => viewSchema(contract, at).keywords.get('readOnly')?.value !== true));
}

/** True for a schema of times: texts, or seconds or milliseconds since 1970. */
function isTime(contract: Contract, pointer: string): boolean {
  const view = viewSchema(contract, pointer);
  if (view.types.some((type) => type === 'integer' || type === 'number'))
    return /\bunix\b|\bepoch\b|since 1970/i.test(descriptionAt(contract, pointer));
  return ['date-time', 'date'].includes(textAt(view, 'format') ?? '');
}

/** Milliseconds since 1970: of a text, or of a number of seconds or milliseconds. */
export function timeIn(value: Exact | undefined): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (isNumber(value)) return Number(value) > 1e11 ? Number(value) : Number(value) * 1000;
  const time = Date.parse(String(value));
  return Number.isNaN(time) ? undefined : time;
}

function descriptionAt(contract: Contract, pointer: string): string {
  return stringOf(objectOf(resolvePart(contract, pointer).value)['description']) ?? '';
}
