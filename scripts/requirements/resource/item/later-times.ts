import { type Contract, descriptionAt } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { ownProperties, sentOf } from '../../../openapi/resources/item-attributes.ts';
import { itemPlaceIn } from '../../../openapi/resources/item-place.ts';
import { timeOfCreation } from '../../../openapi/resources/name-words.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import { jsonBodySchema } from '../../../openapi/schemas/schema-pointers.ts';
import { isReadOnly, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { sentencesOf } from '../../../openapi/sentences.ts';
import { successSchema } from '../../../openapi/success-responses.ts';
import { type Described, foundOnce } from '../found-once.ts';
import { notationOf, type TimeNotation } from './time-notations.ts';

interface TimeProperty {
  name: string;
  /** Of its schema. */
  pointer: string;
  notation: TimeNotation;
}

/** A time of a new item that is so much later than another one of its times. */
export interface LaterTime {
  resource: Resource;
  own: TimeProperty;
  /** The property that has the earlier time. */
  base: TimeProperty;
  /** For people: `15 minutes`. */
  text: string;
  milliseconds: number;
}

/** What descriptions say of the times of a new item: "Two days after `createdAt`", "15 minutes after its creation". */
export const laterTimesOf = foundOnce(findTimes);

const conditions = ['unless', 'except', 'if', 'may', 'might', 'can', 'either', 'or', 'depending', 'default', 'not'];
const bounds = [
  'most',
  'least',
  'latest',
  'earliest',
  'later? than',
  'up to',
  'within',
  'minimum',
  'maximum',
  'more',
  'less',
  'every',
];
const hedge = new RegExp(
  String.raw`\b(?:${[...conditions, ...bounds, 'about', 'around', 'usually'].join('|')})\b`,
  'i',
);

const secondsOf = new Map(Object.entries({ second: 1, minute: 60, hour: 3600, day: 86_400, week: 604_800 }));

const words = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'.split(' ');
const figures = new Map([
  ['a', 1],
  ['an', 1],
  ['thirty', 30],
  ['sixty', 60],
  ['ninety', 90],
  ...words.map((word, index): [string, number] => [word, index + 1]),
]);

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
  const times = [...ownProperties(contract, place.pointer)].flatMap(([name, pointer]): TimeProperty[] => {
    const notation = notationOf(contract, pointer);
    return notation === undefined ? [] : [{ name, pointer, notation }];
  });
  const said = sentencesOf(descriptionAt(contract, operation.pointer));
  return times.flatMap((own) => {
    if (sent.has(own.name)) return [];
    const named = new RegExp(String.raw`^.*\x60${own.name}\x60 (?:is|becomes|to|of)\b`);
    const others = said.flatMap((one) => (named.test(one) ? [one.replace(named, '')] : []));
    const sentences = [...sentencesOf(descriptionAt(contract, own.pointer)), ...others];
    const [first] = sentences.flatMap((one) => laterIn(one, times));
    return first === undefined || first.base === own ? [] : [{ resource, own, ...first }];
  });
}

// What a client sends of how long it takes.
const isOfSpan = /second|minute|hour|day|week|duration|length|ttl|expir|until|due|valid|period/i;

/** What a sentence says of a time that is later than one of `times`. */
function laterIn(
  sentence: string,
  times: readonly TimeProperty[],
): Pick<LaterTime, 'base' | 'text' | 'milliseconds'>[] {
  const groups = hedge.test(sentence) ? undefined : later.exec(sentence)?.groups;
  if (groups === undefined) return [];
  const { figure = '', unit = '', creation, name } = groups;
  const count = figures.get(figure.toLowerCase()) ?? Number(figure);
  const base = times.find((one) => (creation === undefined ? one.name === name : timeOfCreation.test(one.name)));
  if (base === undefined) return [];
  const milliseconds = count * (secondsOf.get(unit.toLowerCase()) ?? 0) * 1000;
  return [{ base, text: `${figure} ${unit}${count === 1 ? '' : 's'}`, milliseconds }];
}

/** The properties that a client may send. */
function sentProperties(contract: Contract, operation: Operation): Map<string, string> {
  const body = jsonBodySchema(contract, operation);
  if (body === undefined) return new Map();
  const properties = sentOf(contract, body);
  return new Map([...properties].filter(([, at]) => !isReadOnly(viewSchema(contract, at))));
}
