import { type Contract, partAt } from '../../openapi/contract.ts';
import { isObject, listOf, objectOf, pointerTo } from '../../openapi/json.ts';
import type { Keyword } from '../../openapi/schemas/schema-merge.ts';
import { type SchemaView, viewSchema } from '../../openapi/schemas/schema-view.ts';
import { defaultChanges } from './defaults.ts';
import { type Contracts, type Found, keysOf, type Pair, replacement, type Way } from './found.ts';
import { capital, nameOfPart } from './part-names.ts';
import { anyAt } from './schema-branches.ts';
import { itself, keywordsOf, propertyOf } from './schema-parts.ts';
import { formerSayerOf, sayerOf } from './schema-subject.ts';

type Compare = (views: Pair<SchemaView>, way: Way) => readonly Found[];

/** What changed in the properties of an object, as far as they are a part of this message. */
export function propertyChanges(contracts: Contracts, views: Pair<SchemaView>, way: Way, compare: Compare): Found[] {
  const { before, now } = {
    before: new ObjectSide(contracts.before, views.before, way),
    now: new ObjectSide(contracts.now, views.now, way),
  };
  const names = keysOf(before.names(), now.names());
  const only = (one: ObjectSide, other: ObjectSide) =>
    names.filter((name) => one.has(name) && other.property(name) === undefined);
  const replaced = replacement(only(before, now), only(now, before));
  const isReplaced = replaced !== undefined && isAlike(before, now, replaced, way, compare);
  return [
    ...(isReplaced ? [replacedProperty(before, now, replaced, way)] : []),
    ...names.flatMap((name) => {
      if (isReplaced && (name === replaced.before || name === replaced.now)) return [];
      if (!now.has(name) && before.has(name)) return [removed(before, now, name, way)];
      if (!before.has(name) && now.has(name)) return added(before, now, name, way, compare);
      return kept(before, now, name, way, compare);
    }),
    ...otherProperties(before, now, way, compare),
  ];
}

/** An object as one of the contracts has it, in messages of one kind. */
class ObjectSide {
  readonly contract: Contract;
  readonly view: SchemaView;
  /** Where the schema is written. */
  readonly place: string;
  readonly #hidden: string;

  constructor(contract: Contract, view: SchemaView, { flow }: Way) {
    this.contract = contract;
    this.view = view;
    this.place = view.parts.length === 0 ? view.pointer : itself(contract, view.pointer);
    // What only the service sets is in the request of a webhook, too.
    this.#hidden = flow === 'sent' ? 'readOnly' : 'writeOnly';
  }

  names(): string[] {
    return [...this.view.properties.keys(), ...this.view.required.keys()];
  }

  property(name: string): SchemaView | undefined {
    return propertyOf(this.contract, this.view, name);
  }

  /** False for one that this message does not have (OpenAPI, Schema Object: `readOnly`, `writeOnly`). */
  has(name: string): boolean {
    const property = this.property(name);
    return property !== undefined && property.keywords.get(this.#hidden)?.value !== true;
  }

  /** True for a property that must be there, whether it has a schema of its own or not. */
  requires(name: string): boolean {
    return this.view.required.has(name) && (this.has(name) || this.property(name) === undefined);
  }

  pointerOf(name: string): string {
    return this.view.properties.get(name) ?? this.requiredPointer(name);
  }

  requiredPointer(name: string): string {
    const list = this.view.required.get(name);
    if (list === undefined) return `${this.place}/required`;
    const index = listOf(partAt(this.contract, list).value).indexOf(name);
    return index === -1 ? list : `${list}/${index}`;
  }

  /** Where a property is declared not to be a part of this message. */
  hiddenPointer(name: string): string | undefined {
    return this.property(name)?.keywords.get(this.#hidden)?.pointer;
  }

  nameOf(name: string): string {
    const pointer = this.view.properties.get(name) ?? `${this.place}/properties${pointerTo(name)}`;
    return nameOfPart(this.contract, pointer);
  }

  /** Where a part of the schema is closed that does not name the property itself: no other part opens it. */
  refusalOf(name: string): string | undefined {
    const closed = this.view.parts.find(({ value }) => {
      const { additionalProperties, properties, patternProperties = {} } = objectOf(value);
      const isNamed = Object.hasOwn(objectOf(properties), name);
      return additionalProperties === false && !isNamed && Object.keys(objectOf(patternProperties)).length === 0;
    });
    return closed && `${closed.pointer}/additionalProperties`;
  }

  /** What the schema says of properties that it does not name: a schema, or whether there may be any. */
  others(): { schema: SchemaView } | 'open' | 'closed' {
    const all = this.#othersKeywords();
    if (all.some(({ value }) => value === false)) return 'closed';
    const [first, ...rest] = all.flatMap(({ value, pointer }) =>
      isObject(value) && Object.keys(value).length > 0 ? [pointer] : [],
    );
    return first === undefined ? 'open' : { schema: viewSchema(this.contract, first, rest) };
  }

  othersPointer(): string | undefined {
    const all = this.#othersKeywords();
    return (all.find(({ value }) => value === false) ?? all[0])?.pointer;
  }

  #othersKeywords(): Keyword[] {
    return [...keywordsOf(this.view, 'additionalProperties'), ...keywordsOf(this.view, 'unevaluatedProperties')];
  }
}

/**
 * A property that one of two objects has: where what describes it is in both contracts, as a part of an `allOf` that
 * another schema no longer has, it is one of the object.
 */
function nameOfOnly(one: ObjectSide, other: ObjectSide, name: string): string {
  const contracts = { before: one.contract, now: other.contract };
  const isOfOther = formerSayerOf(contracts, one.pointerOf(name), other.place) === other.place;
  const isKept = one.place === other.place && isOfOther;
  return isKept ? nameOfPart(one.contract, `${one.place}/properties${pointerTo(name)}`) : one.nameOf(name);
}

/** True of two of which nothing but the name differs. */
function isAlike(before: ObjectSide, now: ObjectSide, names: Pair<string>, way: Way, compare: Compare): boolean {
  const [old, own] = [before.property(names.before), now.property(names.now)];
  if (old === undefined || own === undefined || before.requires(names.before) !== now.requires(names.now)) return false;
  return (
    defaultChanges({ before: old, now: own }, '', '', way).length + compare({ before: old, now: own }, way).length === 0
  );
}

function replacedProperty(before: ObjectSide, now: ObjectSide, names: Pair<string>, { flow }: Way): Found {
  const sender = flow === 'sent' ? 'take' : 'send';
  return {
    impact: 'major',
    flow,
    message: `${capital(nameOfOnly(before, now, names.before))} was replaced by \`${names.now}\`.`,
    breaks: `clients that ${flow === 'sent' ? 'send' : 'read'} \`${names.before}\``,
    remedy: `${sender} \`${names.before}\` as well, and mark it as \`deprecated\` until the next major version`,
    before: before.pointerOf(names.before),
    now: now.pointerOf(names.now),
    besides: { before: [before.requiredPointer(names.before)], now: [now.requiredPointer(names.now)] },
  };
}

function removed(before: ObjectSide, now: ObjectSide, name: string, { flow }: Way): Found {
  const isHidden = now.property(name) !== undefined;
  const label = capital(isHidden ? before.nameOf(name) : nameOfOnly(before, now, name));
  const sayer = formerSayerOf({ before: before.contract, now: now.contract }, before.pointerOf(name), now.place);
  const holder = sayer === now.place ? `${sayer}/properties` : sayer;
  // An object of which nothing is said takes whatever is sent.
  const isFree = flow === 'sent' && now.names().length === 0 && now.others() === 'open';
  if (isFree)
    return { impact: 'minor', flow, message: `${label} was removed.`, before: before.pointerOf(name), holder };
  const only = flow === 'sent' ? 'read-only now: clients may no longer send' : 'write-only now: clients no longer read';
  return {
    impact: 'major',
    flow,
    message: isHidden ? `${label} is ${only} it.` : `${label} was removed.`,
    breaks: `clients that ${flow === 'sent' ? 'send' : 'read'} \`${name}\``,
    remedy: isHidden
      ? `${flow === 'sent' ? 'take' : 'send'} it as before`
      : 'keep it, and mark it as `deprecated` until the next major version',
    before: before.pointerOf(name),
    ...(isHidden ? { now: now.hiddenPointer(name) ?? now.pointerOf(name) } : { holder }),
  };
}

/** A new property is no matter for those who do not know it, unless it must be sent. */
function added(before: ObjectSide, now: ObjectSide, name: string, way: Way, compare: Compare): Found[] {
  const hidden = before.hiddenPointer(name);
  const place = { flow: way.flow, now: now.pointerOf(name), ...(hidden !== undefined && { before: hidden }) };
  const shown = way.flow === 'sent' ? 'read-only: clients may send' : 'write-only: clients read';
  const how = hidden === undefined ? 'was added' : `is no longer ${shown} it`;
  const label = capital(hidden === undefined ? nameOfOnly(now, before, name) : now.nameOf(name));
  const isDemanded = way.flow === 'sent' && now.requires(name) && !before.requires(name);
  const own: Found = isDemanded
    ? {
        ...place,
        impact: 'major',
        message:
          hidden === undefined
            ? `${label} ${how}, and is required.`
            : `${label} is no longer read-only: clients must send it.`,
        breaks: `clients that send no \`${name}\``,
        remedy: 'make it optional',
      }
    : { ...place, impact: 'minor', message: `${label} ${how}.` };
  const others = before.others();
  const property = now.property(name);
  const isOfMap = typeof others === 'object' && property !== undefined;
  return [own, ...(isOfMap ? compare({ before: others.schema, now: property }, way) : [])];
}

function kept(before: ObjectSide, now: ObjectSide, name: string, way: Way, compare: Compare): Found[] {
  const [was, is] = [before.requires(name), now.requires(name)];
  const [old, own] = [before.property(name), now.property(name)];
  const views = old !== undefined &&
    own !== undefined &&
    before.has(name) &&
    now.has(name) && { before: old, now: own };
  return [
    ...(was === is ? [] : [requirement(before, now, name, way, is)]),
    ...(views && !(was && is) ? defaultChanges(views, now.nameOf(name), name, way) : []),
    ...(views ? [...refusalChange(before, now, name, way), ...compare(views, way)] : []),
  ];
}

/** A property that is named as before, in an object that is closed to it now, or no longer. */
function refusalChange(before: ObjectSide, now: ObjectSide, name: string, { flow }: Way): Found[] {
  const [old, own] = [before.refusalOf(name), now.refusalOf(name)];
  if ((old === undefined) === (own === undefined)) return [];
  const places = {
    flow,
    before: old ?? before.pointerOf(name),
    ...(own === undefined ? { holder: now.pointerOf(name) } : { now: own }),
  };
  const label = capital(now.nameOf(name));
  if (own === undefined) return [{ ...places, impact: 'minor', message: `${label} is allowed now.` }];
  return [
    {
      ...places,
      impact: 'major',
      message: `${label} is no longer allowed: another part of the schema has \`additionalProperties: false\`.`,
      breaks: `clients that ${flow === 'sent' ? 'send' : 'read'} \`${name}\``,
      remedy: 'write `unevaluatedProperties: false` beside `allOf` instead',
    },
  ];
}

/** The schema that says what it did not say in the other contract: what changed is said of that. */
function sayerIn({ contract }: ObjectSide, now: ObjectSide, pointer: string, isNew: boolean): string {
  return isNew ? sayerOf(pointer) : formerSayerOf({ before: contract, now: now.contract }, pointer, now.place);
}

function requirement(before: ObjectSide, now: ObjectSide, name: string, { flow }: Way, isRequired: boolean): Found {
  const sayer = sayerIn(before, now, (isRequired ? now : before).requiredPointer(name), isRequired);
  const places = {
    flow,
    ...(before.view.required.size > 0 ? { before: before.requiredPointer(name) } : { origin: before.place }),
    ...(now.view.required.size > 0 && (isRequired || sayer === now.place)
      ? { now: now.requiredPointer(name) }
      : { holder: `${sayer}/required` }),
  };
  const isMadeAnew = !isRequired && sayer === now.place;
  const label = isMadeAnew ? now.nameOf(name) : nameOfPart(now.contract, `${sayer}/properties${pointerTo(name)}`);
  const message = `${capital(label)} is ${isRequired ? 'now' : 'no longer'} required.`;
  if ((flow === 'sent') !== isRequired) return { ...places, impact: 'minor', message };
  return isRequired
    ? { ...places, impact: 'major', message, breaks: `clients that send no \`${name}\``, remedy: 'leave it optional' }
    : {
        ...places,
        impact: 'major',
        message,
        breaks: `clients that read \`${name}\` and count on it`,
        remedy: 'keep sending it, and leave it required',
      };
}

/** Properties that have no name: those who read a message ignore what they do not know. */
function otherProperties(before: ObjectSide, now: ObjectSide, way: Way, compare: Compare): Found[] {
  const { flow } = way;
  const [old, own] = [before.others(), now.others()];
  if (typeof old === 'object' && typeof own === 'object')
    return [...compare({ before: old.schema, now: own.schema }, way)];
  if (old === own) return [];
  if (typeof old === 'object' && own === 'open')
    return [...compare({ before: old.schema, now: anyAt(now.place) }, way)];
  if (typeof own === 'object' && old === 'open')
    return [...compare({ before: anyAt(before.place), now: own.schema }, way)];
  const isClosed = own === 'closed';
  const [beforePointer, nowPointer] = [before.othersPointer(), now.othersPointer()];
  const pointer = isClosed ? nowPointer : beforePointer;
  const sayer = pointer === undefined ? now.place : sayerIn(before, now, pointer, isClosed);
  const label = capital(nameOfPart(now.contract, sayer));
  const isMajor = isClosed && (flow === 'sent' || typeof old === 'object');
  return [
    {
      impact: isMajor ? 'major' : 'minor',
      flow,
      message: `${label} ${isClosed ? 'no longer allows' : 'also allows'} properties that it does not name.`,
      ...(isMajor && {
        breaks: `clients that ${flow === 'sent' ? 'send' : 'read'} others`,
        remedy: 'ignore properties without a name as before',
      }),
      ...(beforePointer !== undefined && { before: beforePointer }),
      ...(nowPointer === undefined ? { holder: sayer } : { now: nowPointer }),
    },
  ];
}
