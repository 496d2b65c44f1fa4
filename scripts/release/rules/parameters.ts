import { type Contract, partAt, resolvePart } from '../../openapi/contract.ts';
import { type Json, listOf, objectOf } from '../../openapi/json.ts';
import type { Parameter } from '../../openapi/operation-table.ts';
import { parameterSchema } from '../../openapi/schemas/schema-pointers.ts';
import { viewSchema } from '../../openapi/schemas/schema-view.ts';
import { below } from '../../openapi/source/document-structure.ts';
import { byReference } from './changed-reference.ts';
import { defaultChanges } from './defaults.ts';
import { type Contracts, type Found, type Pair, replacement, type Way } from './found.ts';
import { type OperationPlace, renamedVariables } from './operation-places.ts';
import { capital, nameOf, nameOfPart, parameterName } from './part-names.ts';
import { requiredChanges } from './required.ts';
import type { SchemaComparison } from './schemas.ts';

/** What changed in the parameters of an operation. */
export function parameterChanges(
  contracts: Contracts,
  schemas: SchemaComparison,
  places: Pair<OperationPlace>,
): Found[] {
  const way: Way = { flow: places.before.request, message: 'request' };
  const { before, now } = places;
  const [olds, owns] = [before.operation.parameters, now.operation.parameters];
  const renamed = renamedVariables(before.operation.path, now.operation.path);
  const isSame = (own: Parameter, old: Parameter) => isSameParameter(own, old, renamed);
  const gone = olds.filter((old) => !owns.some((own) => isSame(own, old)));
  const added = owns.filter((own) => !olds.some((old) => isSame(own, old)));
  const sameName = ({ name }: Parameter) => added.find((own) => own.name === name);
  const replaced = replacement(gone, added);
  const isReplaced = replaced !== undefined && isAlike(contracts, schemas, replaced, way);
  const movedTo = (old: Parameter) => sameName(old) ?? (isReplaced ? replaced.now : undefined);
  return [
    ...olds.flatMap((old) => {
      const own = owns.find((one) => isSame(one, old));
      if (own === undefined) return [];
      const found = keptParameter(contracts, schemas, { before: old, now: own }, way);
      return byReference(contracts, { before: old.pointer, now: own.pointer }, found);
    }),
    ...gone.map((old) => {
      const own = movedTo(old);
      if (own === undefined) return removedParameter(contracts, old, places, way);
      const both = { before: old, now: own };
      return own.name === old.name ? movedParameter(contracts, both, way) : replacedParameter(contracts, both, way);
    }),
    ...added
      .filter((own) => !gone.some((old) => movedTo(old) === own))
      .map((own) => addedParameter(contracts, own, way)),
  ];
}

/** Header fields have no letter case (RFC 9110 section 5.1). */
function isSameParameter(own: Parameter, old: Parameter, renamed: ReadonlyMap<string, string>): boolean {
  if (own.in !== old.in) return false;
  if (own.in === 'path') return own.name === (renamed.get(old.name) ?? old.name);
  return own.in === 'header' ? own.name.toLowerCase() === old.name.toLowerCase() : own.name === old.name;
}

/** With the operation, or the path, that has it: which has one, and which has not, is said of them. */
function nameInOperation(contract: Contract, { pointer }: Parameter): string {
  return nameOfPart(contract, partAt(contract, pointer).pointer);
}

function removedParameter(contracts: Contracts, old: Parameter, places: Pair<OperationPlace>, { flow }: Way): Found {
  const { before, now } = places;
  const label = parameterName(contracts.before, old.pointer);
  const isOfPath = !old.pointer.startsWith(`${before.pointer}/`);
  const isPartly = isOfPath && isKeptBeside(contracts.now, now, label);
  const name = isPartly ? `${label} of ${now.operation.id}` : nameInOperation(contracts.before, old);
  return {
    impact: 'major',
    flow,
    message: `${capital(name)} was removed.`,
    breaks: `clients that ${flow === 'sent' ? 'send' : 'read'} \`${old.name}\``,
    remedy: 'keep it, and mark it as `deprecated` until the next major version',
    before: old.pointer,
    holder: isOfPath && !isPartly ? itemOf(now) : `${now.pointer}/parameters`,
  };
}

/** The path item that holds an operation. */
function itemOf({ pointer }: OperationPlace): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}

/** True when another operation of the path has a parameter of its own. */
function isKeptBeside(contract: Contract, place: OperationPlace, label: string): boolean {
  const item = resolvePart(contract, itemOf(place));
  const operations = Object.entries(objectOf(item.value)).filter(([key]) => below('pathItem', key) === 'operation');
  return operations.some(([method, operation]) =>
    listOf(objectOf(operation)['parameters']).some(
      (_, index) => parameterName(contract, `${item.pointer}/${method}/parameters/${index}`) === label,
    ),
  );
}

function movedParameter(contracts: Contracts, { before, now }: Pair<Parameter>, { flow }: Way): Found {
  return {
    impact: 'major',
    flow,
    message: `${capital(nameInOperation(contracts.before, before))} moved: it is a ${now.in} parameter.`,
    breaks: `clients that ${flow === 'sent' ? 'send' : 'read'} \`${before.name}\` as a ${before.in} parameter`,
    remedy: 'keep it beside the new one, and mark it as `deprecated` until the next major version',
    before: `${before.pointer}/in`,
    now: `${now.pointer}/in`,
  };
}

/** True of two of which nothing but the name differs. */
function isAlike(contracts: Contracts, schemas: SchemaComparison, { before, now }: Pair<Parameter>, way: Way): boolean {
  const found = keptParameter(contracts, schemas, { before, now }, way);
  return before.in === now.in && found.every((one) => one.before === `${before.pointer}/name`);
}

function replacedParameter(contracts: Contracts, { before, now }: Pair<Parameter>, { flow }: Way): Found {
  return {
    impact: 'major',
    flow,
    message: `${capital(nameInOperation(contracts.before, before))} was replaced by \`${now.name}\`.`,
    breaks: `clients that ${flow === 'sent' ? 'send' : 'read'} \`${before.name}\``,
    remedy: `keep \`${before.name}\` beside it, and mark it as \`deprecated\` until the next major version`,
    before: before.pointer,
    now: now.pointer,
  };
}

function addedParameter({ now }: Contracts, own: Parameter, { flow }: Way): Found {
  const name = capital(nameInOperation(now, own));
  if (!own.required || flow === 'read')
    return { impact: 'minor', flow, message: `${name} was added.`, now: own.pointer };
  return {
    impact: 'major',
    flow,
    message: `${name} was added, and is required.`,
    breaks: `clients that send no \`${own.name}\``,
    remedy: 'make it optional',
    now: own.pointer,
  };
}

function keptParameter(
  contracts: Contracts,
  schemas: SchemaComparison,
  { before, now }: Pair<Parameter>,
  way: Way,
): Found[] {
  const label = nameOf(contracts.now, now.pointer);
  const pointers = { before: parameterSchema(before), now: parameterSchema(now) };
  const hasSchema = {
    before: hasPart(contracts.before, pointers.before),
    now: hasPart(contracts.now, pointers.now),
  };
  const isOptional = !(before.required && now.required);
  return [
    ...requiredChanges(contracts, { before, now }, label, `\`${now.name}\``, way),
    ...(before.name === now.name ? [] : [renamedParameter({ before, now }, label, way)]),
    ...serialisationChange(contracts, { before, now }, label, way),
    ...emptyValueChange(contracts, { before, now }, label, way),
    ...reservedChange(contracts, { before, now }, label, way),
    ...(isOptional && hasSchema.before && hasSchema.now
      ? defaultChanges(
          { before: viewSchema(contracts.before, pointers.before), now: viewSchema(contracts.now, pointers.now) },
          label,
          now.name,
          way,
        )
      : []),
    ...schemas.compare(
      hasSchema.before ? pointers.before : undefined,
      hasSchema.now ? pointers.now : undefined,
      { before: before.pointer, now: now.pointer },
      way,
    ),
  ];
}

function hasPart(contract: Contract, pointer: string): boolean {
  const holder = objectOf(resolvePart(contract, pointer.slice(0, pointer.lastIndexOf('/'))).value);
  return holder['schema'] !== undefined;
}

/** What is sent stays the same; in code the value of a variable is given by the name. */
function renamedParameter({ before, now }: Pair<Parameter>, label: string, { flow }: Way): Found {
  const places = { before: `${before.pointer}/name`, now: `${now.pointer}/name` };
  if (before.in === 'header')
    return { ...places, impact: 'patch', message: `${capital(label)} was written \`${before.name}\`.` };
  return {
    ...places,
    impact: 'major',
    flow,
    message: `${capital(label)} was called \`${before.name}\`.`,
    breaks: `consumers whose code gives \`${before.name}\``,
    remedy: `keep the name \`${before.name}\``,
  };
}

/** How a value is written (OpenAPI, Parameter Object): `style` and `explode`, or `content`. */
function serialisationChange(
  contracts: Contracts,
  { before, now }: Pair<Parameter>,
  label: string,
  { flow }: Way,
): Found[] {
  // A list in `simple` style is the same both ways (RFC 6570 section 3.2.1).
  const isSimple = [before, now].every(({ style }) => style === 'simple');
  // A single value is the same both ways, too.
  const isComposite = [before, now].every(
    ({ types }) => types.length === 0 || types.includes('object') || (types.includes('array') && !isSimple),
  );
  const form = ({ style, explode, mediaType }: Parameter) =>
    mediaType ?? `${style}${isComposite && style !== 'deepObject' ? (explode ? ', exploded' : ', not exploded') : ''}`;
  if (form(before) === form(now)) return [];
  const isOther = (key: string) =>
    JSON.stringify(fieldOf(contracts.before, before, key)) !== JSON.stringify(fieldOf(contracts.now, now, key));
  // One of them stands in the place of the other.
  const described = (one: Parameter) => `${one.pointer}/${one.mediaType === null ? 'schema' : 'content'}`;
  const isReplaced = (before.mediaType === null) !== (now.mediaType === null);
  return [
    {
      ...(isReplaced
        ? { before: described(before), now: described(now) }
        : placesOf(contracts, { before, now }, ['content', 'style', 'explode'].find(isOther) ?? 'schema')),
      impact: 'major',
      flow,
      message: `${capital(label)} is serialized differently: ${form(now)} instead of ${form(before)}.`,
      breaks: `clients that ${flow === 'sent' ? 'send' : 'read'} \`${now.name}\` as before`,
      remedy: 'leave `style`, `explode` and `content` as they were',
    },
  ];
}

function emptyValueChange(
  contracts: Contracts,
  { before, now }: Pair<Parameter>,
  label: string,
  { flow }: Way,
): Found[] {
  const keyword = 'allowEmptyValue';
  const [was, is] = [
    fieldOf(contracts.before, before, keyword) === true,
    fieldOf(contracts.now, now, keyword) === true,
  ];
  if (was === is) return [];
  const place = {
    ...placesOf(contracts, { before, now }, keyword),
    flow,
    message: `${capital(label)} may ${is ? 'be empty' : 'no longer be empty'}.`,
  };
  if ((flow === 'sent') === is) return [{ ...place, impact: 'minor' }];
  const who = flow === 'sent' ? 'send' : 'do not expect to read';
  return [
    {
      ...place,
      impact: 'major',
      breaks: `clients that ${who} \`${now.name}\` without a value`,
      remedy: `leave \`${keyword}\` as it was`,
    },
  ];
}

/** Where reserved characters are sent as they are, they are also taken as they are. */
function reservedChange(contracts: Contracts, { before, now }: Pair<Parameter>, label: string, { flow }: Way): Found[] {
  const keyword = 'allowReserved';
  const [was, is] = [
    fieldOf(contracts.before, before, keyword) === true,
    fieldOf(contracts.now, now, keyword) === true,
  ];
  if (was === is || now.in !== 'query') return [];
  const place = {
    ...placesOf(contracts, { before, now }, keyword),
    flow,
    message: `${capital(label)} may ${is ? 'have' : 'no longer have'} reserved characters as they are.`,
  };
  if ((flow === 'sent') === is) return [{ ...place, impact: 'minor' }];
  return [
    {
      ...place,
      impact: 'major',
      breaks: `clients that ${flow === 'sent' ? 'send' : 'do not expect to read'} them so in \`${now.name}\``,
      remedy: `leave \`${keyword}\` as it was`,
    },
  ];
}

function fieldOf(contract: Contract, { pointer }: Parameter, key: string): Json | undefined {
  return objectOf(resolvePart(contract, pointer).value)[key];
}

/** Where a field of a parameter stands, or the parameter that does not have it. */
function placesOf(contracts: Contracts, { before, now }: Pair<Parameter>, key: string): Partial<Found> {
  const has = (contract: Contract, parameter: Parameter) => fieldOf(contract, parameter, key) !== undefined;
  return {
    ...(has(contracts.before, before) ? { before: `${before.pointer}/${key}` } : { origin: before.pointer }),
    ...(has(contracts.now, now) ? { now: `${now.pointer}/${key}` } : { holder: now.pointer }),
  };
}
