import { type Contract, resolvePart } from '../../openapi/contract.ts';
import { listOf, objectOf, pointerTo, segmentsOf, stringOf } from '../../openapi/json.ts';
import type { Keyword } from '../../openapi/schemas/schema-merge.ts';
import type { SchemaView } from '../../openapi/schemas/schema-view.ts';
import { byReference } from './changed-reference.ts';
import { type Contracts, type Found, keysOf, type Pair, replacement, type Way } from './found.ts';
import { capital, nameOf } from './part-names.ts';
import { keywordsOf } from './schema-parts.ts';

type Branches = Pair<readonly SchemaView[]>;
type Compare = (views: Pair<SchemaView>) => Found[];

/**
 * What changed between the alternatives of a schema: each that clients send must be taken by one that there is now;
 * each that they read must be one that there was before.
 */
export function alternativeChanges(
  contracts: Contracts,
  views: Pair<SchemaView>,
  branches: Branches,
  { flow }: Way,
  compare: Compare,
): Found[] {
  const [needed, offered] = flow === 'sent' ? [branches.before, branches.now] : [branches.now, branches.before];
  const ordered = (one: SchemaView, other: SchemaView) =>
    flow === 'sent' ? { before: one, now: other } : { before: other, now: one };
  const paired = (one: SchemaView, other: SchemaView) => compare(ordered(one, other));
  const all = [...needed, ...offered];
  const used = new Set<SchemaView>();
  const found = needed.flatMap((one, index) => {
    const counterpart = counterpartOf(one, index, needed, offered);
    const own = counterpart && counterpartChanges(contracts, ordered(one, counterpart), compare);
    if (counterpart && own && !isBreaking(own)) {
      used.add(counterpart);
      return own;
    }
    const other = offered.find((candidate) => !isBreaking(paired(one, candidate)));
    if (other !== undefined) {
      used.add(other);
      // Beside others, it may be no more than these were.
      return needed.length === 1 ? paired(one, other) : [];
    }
    if (counterpart && own) {
      used.add(counterpart);
      return own;
    }
    return [alternative(contracts, views, one, labelOf(one, all), flow, 'major')];
  });
  // What another one takes as well adds nothing to it: a short text beside any text.
  const isContained = (one: SchemaView) =>
    isScalarOfAny(one) && offered.some((other) => other !== one && used.has(other) && !isBreaking(paired(one, other)));
  // What must be one of several now is not one more of them.
  const isBound = flow === 'sent' && views.before.alternatives.length === 0 && isBreaking(found);
  const others = offered
    .filter((one) => !used.has(one) && !isBound && !isContained(one))
    .map((one) => alternative(contracts, views, one, labelOf(one, all), flow, 'minor'));
  return [...found, ...others];
}

/**
 * True for an alternative beside which others may hold, written in its place, and with no parts of its own: those are
 * looked for in the contract of the other side.
 */
function isScalarOfAny({ name, pointer, types }: SchemaView): boolean {
  const isScalar = types.length > 0 && !types.includes('object') && !types.includes('array');
  return name === undefined && /\/anyOf\/\d+$/.test(pointer) && isScalar;
}

/** A name for an alternative, by what the others do not have. */
function labelOf(one: SchemaView, all: readonly SchemaView[]): string {
  if (one.name !== undefined) return `\`${one.name}\``;
  const types = one.types.map((type) => `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`).join(' or ');
  const others = all.filter((other) => other !== one && other.types.some((type) => one.types.includes(type)));
  if (types === '') return 'another value';
  if (others.length === 0) return types;
  const names = [...one.required.keys()].filter((name) => !others.some(({ required }) => required.has(name)));
  return names.length > 0
    ? `${types} with ${names.map((name) => `\`${name}\``).join(', ')}`
    : `${types} of another form`;
}

function isBreaking(found: readonly Found[]): boolean {
  return found.some(({ impact }) => impact === 'major');
}

function counterpartChanges(contracts: Contracts, views: Pair<SchemaView>, compare: Compare): readonly Found[] {
  return byReference(contracts, { before: views.before.pointer, now: views.now.pointer }, compare(views));
}

/** The alternative of the same name, else of the same place where neither side has names. */
function counterpartOf(
  one: SchemaView,
  index: number,
  needed: readonly SchemaView[],
  offered: readonly SchemaView[],
): SchemaView | undefined {
  if (one.name !== undefined) {
    const named = offered.find(({ name }) => name === one.name);
    if (named !== undefined) return named;
  }
  const candidate = needed.length === offered.length ? offered[index] : undefined;
  const isTaken = candidate?.name !== undefined && needed.some(({ name }) => name === candidate.name);
  return isTaken || (candidate?.name === undefined) !== (one.name === undefined) ? undefined : candidate;
}

/** One that has no counterpart: breaking where clients send what is gone, or read what is new. */
function alternative(
  contracts: Contracts,
  views: Pair<SchemaView>,
  one: SchemaView,
  label: string,
  flow: Way['flow'],
  impact: 'major' | 'minor',
): Found {
  const isGone = (flow === 'sent') === (impact === 'major');
  if (isGone && views.before.alternatives.length === 0 && views.now.alternatives.length > 0)
    return boundToAlternatives(contracts, views, flow, impact);
  const side = isGone ? 'before' : 'now';
  const own = resolvePart(contracts[side], one.pointer).pointer;
  const holder = resolvePart(contracts.now, views.now.pointer).pointer;
  const name = capital(nameOf(contracts.now, holder));
  return {
    impact,
    flow,
    message: isGone ? `${name} is no longer ${label}.` : `${name} may also be ${label}.`,
    ...(impact === 'major' && {
      breaks: isGone ? `clients that send ${label}` : `clients that do not expect to read ${label}`,
      remedy: isGone ? `allow ${label} beside the others, as before` : `answer with it only to those who ask for it`,
    }),
    ...(isGone ? { before: one.name === undefined ? own : one.pointer, holder } : { now: one.pointer }),
  };
}

/** One that had no alternatives, and must be one of several now. */
function boundToAlternatives(
  contracts: Contracts,
  { before, now }: Pair<SchemaView>,
  flow: Way['flow'],
  impact: 'major' | 'minor',
): Found {
  const pointer = now.alternatives[0]?.replace(/\/\d+$/, '') ?? now.pointer;
  const keyword = pointer.split('/').at(-1) ?? '';
  return {
    impact,
    flow,
    message: `${capital(nameOf(contracts.now, now.pointer))} must match \`${keyword}\` now.`,
    ...(impact === 'major' && {
      breaks: `clients that send what does not match \`${keyword}\``,
      remedy: `set no \`${keyword}\`, or add an alternative that is as wide as before`,
    }),
    origin: before.pointer,
    now: pointer,
  };
}

/** Another value of a discriminator, for an alternative that may have been there before. */
function addedValue(key: string, name: string, now: string, flow: Way['flow']): Found {
  const added = { flow, now, message: `The discriminator value \`${key}\` of ${name} was added.` };
  if (flow === 'sent') return { ...added, impact: 'minor' };
  return {
    ...added,
    impact: 'major',
    breaks: `clients that do not expect to read \`${key}\``,
    remedy: `answer with the known values to those who do not ask for \`${key}\``,
  };
}

/** Alternatives of which no property says any more which one is read; who sends them says what it did. */
function lostDiscriminator({ value, pointer }: Keyword, name: string, now: SchemaView): Found {
  const property = stringOf(objectOf(value)['propertyName']);
  return {
    impact: 'major',
    flow: 'read',
    message: `${capital(name)} has no discriminator any more.`,
    breaks: `clients that see by \`${property}\` which alternative they read`,
    remedy: 'leave the `discriminator` as it was',
    before: pointer,
    holder: now.pointer,
  };
}

/** The property that says which alternative a value is, and the names that it may have. */
export function discriminatorChanges(contracts: Contracts, views: Pair<SchemaView>, { flow }: Way): Found[] {
  const { now } = contracts;
  const [old, own] = [views.before.keywords.get('discriminator'), views.now.keywords.get('discriminator')];
  if (old !== undefined && own === undefined && flow === 'read')
    return [lostDiscriminator(old, nameOf(now, views.now.pointer), views.now)];
  if (old === undefined || own === undefined) return [];
  // A schema that has it by `allOf` says nothing of it itself.
  const name = nameOf(now, own.pointer.replace(/\/discriminator$/, ''));
  const [olds, owns] = [objectOf(old.value), objectOf(own.value)];
  const [property, named] = [stringOf(olds['propertyName']), stringOf(owns['propertyName'])];
  const places = { flow, before: old.pointer, now: own.pointer };
  if (property !== named)
    return [
      {
        ...places,
        impact: 'major',
        message: `The discriminator of ${name} is \`${named}\`, no longer \`${property}\`.`,
        breaks: `clients that ${flow === 'sent' ? 'send' : 'read'} \`${property}\``,
        remedy: 'leave `propertyName` as it was',
      },
    ];
  return mappingChanges(contracts, views, { before: old, now: own }, name, flow);
}

/** The names that stand for the alternatives. */
function mappingChanges(
  contracts: Contracts,
  views: Pair<SchemaView>,
  { before, now }: Pair<Keyword>,
  name: string,
  flow: Way['flow'],
): Found[] {
  const [mapped, mapping] = [objectOf(objectOf(before.value)['mapping']), objectOf(objectOf(now.value)['mapping'])];
  // A name that stands for the schema of that name is there without a mapping, too.
  const leadsTo = (names: typeof mapped, key: string) =>
    String(names[key] ?? key)
      .split('/')
      .at(-1);
  const changed = keysOf(Object.keys(mapped), Object.keys(mapping)).filter((key) => {
    const target = leadsTo(mapped, key);
    // Of what nobody reads any more, nobody reads the value.
    return target !== leadsTo(mapping, key) && !(flow === 'read' && isGone(contracts, views, target));
  });
  const mapAt = ({ pointer }: Keyword, key: string) => `${pointer}/mapping${pointerTo(key)}`;
  const replaced = replacement(
    changed.filter((key) => mapping[key] === undefined),
    changed.filter((key) => mapped[key] === undefined),
  );
  const isRenamed = replaced && leadsTo(mapped, replaced.before) === leadsTo(mapping, replaced.now);
  if (isRenamed)
    return [
      {
        impact: 'major',
        flow,
        message: `The discriminator value \`${replaced.before}\` of ${name} was replaced by \`${replaced.now}\`.`,
        breaks:
          flow === 'sent'
            ? `clients that send \`${replaced.before}\``
            : `clients that do not expect to read \`${replaced.now}\``,
        remedy: `keep \`${replaced.before}\` in the mapping`,
        before: mapAt(before, replaced.before),
        now: mapAt(now, replaced.now),
      },
    ];
  return changed.map((key): Found => {
    if (mapped[key] === undefined) return addedValue(key, name, mapAt(now, key), flow);
    return {
      impact: 'major',
      flow,
      message: `The discriminator value \`${key}\` of ${name} no longer stands for \`${leadsTo(mapped, key)}\`.`,
      breaks: `clients that ${flow === 'sent' ? 'send' : 'read'} \`${key}\``,
      remedy: `keep \`${key}\` in the mapping`,
      before: mapAt(before, key),
      ...(mapping[key] === undefined ? { holder: `${now.pointer}/mapping` } : { now: mapAt(now, key) }),
    };
  });
}

/** True of an alternative that was one, and is none now. */
function isGone(contracts: Contracts, { before, now }: Pair<SchemaView>, name: string | undefined): boolean {
  const has = (contract: Contract, view: SchemaView) =>
    ['oneOf', 'anyOf']
      .flatMap((keyword) => keywordsOf(view, keyword))
      .flatMap(({ pointer, value }) => listOf(value).map((_, index) => `${pointer}/${index}`))
      .some((one) => segmentsOf(resolvePart(contract, one).pointer).at(-1) === name);
  return has(contracts.before, before) && !has(contracts.now, now);
}
