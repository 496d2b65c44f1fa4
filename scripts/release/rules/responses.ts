import { resolvePart } from '../../openapi/contract.ts';
import { objectOf, stringOf } from '../../openapi/json.ts';
import type { DocumentedResponse } from '../../openapi/operation-table.ts';
import { schemaOf } from '../../openapi/schema-pointers.ts';
import type { Contracts, Found, Pair, Way } from './found.ts';
import { mediaTypeChanges } from './media-types.ts';
import { capital, nameOf } from './part-names.ts';
import { requiredChanges } from './required.ts';
import type { SchemaComparison } from './schemas.ts';

type Responses = Readonly<Record<string, DocumentedResponse>>;

/** The responses of an operation in both contracts, where they stand now, and how the operation is called. */
export interface ResponsesPair extends Pair<Responses> {
  holder: string;
  name: string;
}

/** What changed in the responses of an operation: which there are, their headers and their bodies. */
export function responseChanges(
  contracts: Contracts,
  schemas: SchemaComparison,
  { before, now, holder, name }: ResponsesPair,
  way: Way,
): Found[] {
  const compare = (old: DocumentedResponse, own: DocumentedResponse) =>
    oneResponse(contracts, schemas, { before: old, now: own }, way);
  const kept = Object.entries(before).flatMap(([status, old]) => {
    const own = now[status] ?? covering(now, status);
    return own === undefined ? [removedResponse(status, old, now, holder, name, way)] : compare(old, own);
  });
  const added = Object.entries(now).flatMap(([status, own]) => {
    if (before[status] !== undefined) return [];
    const old = covering(before, status);
    return [
      addedResponse(contracts, schemas, status, own, before, name, way),
      // Where it was answered before as one of several, who reads those reads this one now.
      ...(old === undefined ? [] : compare(old, own)),
    ];
  });
  return [...kept, ...added];
}

/**
 * What a status is documented by when it is not itself (OpenAPI, Responses Object): its range, else `default`; that is
 * about errors where the successes are documented beside it.
 */
function covering(responses: Responses, status: string): DocumentedResponse | undefined {
  if (status === 'default') return undefined;
  const range = responses[`${status.charAt(0)}XX`];
  const isSuccess = (one: string) => one.startsWith('2');
  return range ?? (isSuccess(status) && Object.keys(responses).some(isSuccess) ? undefined : responses['default']);
}

function removedResponse(
  status: string,
  old: DocumentedResponse,
  now: Responses,
  holder: string,
  name: string,
  { flow }: Way,
): Found {
  return {
    impact: 'major',
    flow,
    message: `The ${status} response of ${name} was removed.`,
    breaks:
      flow === 'read'
        ? `clients that handle ${status === 'default' ? 'every other status' : status}`
        : `clients that answer ${status}`,
    remedy: `go on to document ${status}${Object.keys(now).length > 0 ? ', beside the others' : ''}`,
    before: old.pointer,
    holder,
  };
}

/** A new error is one of those that a client must expect; a new success is not, unless it has the body of one. */
function addedResponse(
  contracts: Contracts,
  schemas: SchemaComparison,
  status: string,
  own: DocumentedResponse,
  before: Responses,
  name: string,
  way: Way,
): Found {
  const { flow } = way;
  const place = { flow, message: `The ${status} response of ${name} was added.`, now: own.pointer };
  const successes = Object.entries(before).filter(([other]) => other.startsWith('2'));
  const isKnown = (old: DocumentedResponse) =>
    (own.mediaTypes.length > 0 || old.mediaTypes.length === 0) &&
    !oneResponse(contracts, schemas, { before: old, now: own }, way).some(({ impact }) => impact === 'major');
  const isOther =
    flow === 'read' &&
    status.startsWith('2') &&
    covering(before, status) === undefined &&
    successes.length > 0 &&
    !successes.some(([, old]) => isKnown(old));
  if (!isOther) return { ...place, impact: 'minor' };
  return {
    ...place,
    impact: 'major',
    breaks: `clients that read the body or the headers of ${successes.map(([known]) => known).join(', ')}`,
    remedy: 'answer with it only to those who ask for it, or give it the same body and headers',
  };
}

function oneResponse(
  contracts: Contracts,
  schemas: SchemaComparison,
  { before, now }: Pair<DocumentedResponse>,
  way: Way,
): Found[] {
  const pointers = { before: before.pointer, now: now.pointer };
  return [
    ...headerChanges(contracts, schemas, { before, now }, way),
    ...mediaTypeChanges(contracts, schemas, pointers, way),
  ];
}

type Header = DocumentedResponse['headers'][number];

function headerChanges(
  contracts: Contracts,
  schemas: SchemaComparison,
  { before, now }: Pair<DocumentedResponse>,
  way: Way,
): Found[] {
  const { flow } = way;
  // Its description is that of the content (OpenAPI, Response Object).
  const ofResponse = ({ headers }: DocumentedResponse) => headers.filter((one) => !/^content-type$/i.test(one.name));
  const isSame = (one: Header, other: Header) => one.name.toLowerCase() === other.name.toLowerCase();
  const kept = ofResponse(before).flatMap((old): readonly Found[] => {
    const own = ofResponse(now).find((one) => isSame(one, old));
    if (own !== undefined) return keptHeader(contracts, schemas, { before: old, now: own }, way);
    return [
      {
        impact: 'major',
        flow,
        message: `Header \`${old.name}\` of ${nameOf(contracts.before, before.pointer)} was removed.`,
        breaks: `clients that ${flow === 'read' ? 'read' : 'send'} \`${old.name}\``,
        remedy: 'keep it until the next major version',
        before: old.pointer,
        holder: now.pointer,
      },
    ];
  });
  const added = ofResponse(now)
    .filter((own) => !ofResponse(before).some((old) => isSame(own, old)))
    .map((own): Found => {
      const place = { flow, now: own.pointer };
      const message = `Header \`${own.name}\` of ${nameOf(contracts.now, now.pointer)} was added`;
      if (flow === 'read' || !own.required) return { ...place, impact: 'minor', message: `${message}.` };
      const breaks = `clients that send no \`${own.name}\``;
      return { ...place, impact: 'major', message: `${message}, and is required.`, breaks, remedy: 'make it optional' };
    });
  return [...kept, ...added];
}

function keptHeader(contracts: Contracts, schemas: SchemaComparison, { before, now }: Pair<Header>, way: Way): Found[] {
  const label = nameOf(contracts.now, now.pointer);
  const own = (side: keyof Contracts, { pointer }: Header) => resolvePart(contracts[side], pointer).pointer;
  const places = { before: own('before', before), now: own('now', now) };
  const pointers = { before: schemaOf(contracts.before, before.pointer), now: schemaOf(contracts.now, now.pointer) };
  const required = {
    before: { pointer: places.before, required: before.required },
    now: { pointer: places.now, required: now.required },
  };
  return [
    ...requiredChanges(required, label, `\`${now.name}\``, way),
    ...resetChange(contracts, places, capital(label)),
    ...explodeChange(contracts, places, capital(label), way),
    ...schemas.compare(pointers.before, pointers.now, places, way),
  ];
}

/** How lists and objects are written (OpenAPI, Header Object). */
function explodeChange(contracts: Contracts, { before, now }: Pair<string>, label: string, { flow }: Way): Found[] {
  const isExploded = (side: keyof Contracts, pointer: string) =>
    objectOf(resolvePart(contracts[side], pointer).value)['explode'] === true;
  if (isExploded('before', before) === isExploded('now', now)) return [];
  return [
    {
      impact: 'major',
      flow,
      message: `${label} is written in another way.`,
      breaks: `clients that ${flow === 'read' ? 'read' : 'send'} it`,
      remedy: 'leave `explode` as it was',
      origin: before,
      holder: now,
    },
  ];
}

/** A client reads a reset as a moment or as a time from now (`x-rate-limit-reset`). */
function resetChange(contracts: Contracts, { before, now }: Pair<string>, label: string): Found[] {
  const extension = 'x-rate-limit-reset';
  const form = (side: keyof Contracts, pointer: string) =>
    stringOf(objectOf(resolvePart(contracts[side], pointer).value)[extension]);
  const [old, own] = [form('before', before), form('now', now)];
  if (old === own) return [];
  const places = {
    ...(old !== undefined && { before: `${before}/${extension}` }),
    ...(own === undefined ? { holder: now } : { now: `${now}/${extension}` }),
  };
  if (old === undefined) return [{ ...places, impact: 'minor', message: `${label} is written as ${own}.` }];
  return [
    {
      ...places,
      impact: 'major',
      message: `${label} is ${own === undefined ? 'no longer' : `written as ${own}, no longer as`} ${old}.`,
      breaks: 'clients that wait until then',
      remedy: `leave \`${extension}\` at ${old}`,
    },
  ];
}
