import type { DocumentedResponse } from '../../openapi/operation-table.ts';
import { byReference } from './changed-reference.ts';
import { type Contracts, type Found, type Pair, replacement, type Way } from './found.ts';
import { mediaTypeChanges } from './media-types.ts';
import { headerChanges } from './response-headers.ts';
import { linkChanges } from './response-links.ts';
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
  const replaced = replacedStatus(before, now, compare);
  const kept = Object.entries(before).flatMap(([status, old]) => {
    if (status === replaced?.before) return [replacedResponse(replaced, { before, now }, name, way)];
    const same = now[status];
    if (same !== undefined) return compare(old, same);
    const own = covering(now, status);
    if (own !== undefined) return [coveredResponse(status, old, own, before, name, way), ...compare(old, own)];
    const parts = Object.keys(now).filter((one) => before[one] === undefined && covering(before, one) === old);
    return parts.length > 0
      ? [narrowedResponse(status, old, parts, holder, name, way)]
      : [removedResponse(status, old, now, holder, name, way)];
  });
  const added = Object.entries(now).flatMap(([status, own]) => {
    const isTakenOver = Object.keys(before).some((one) => now[one] === undefined && covering(now, one) === own);
    if (before[status] !== undefined || status === replaced?.now || isTakenOver) return [];
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

/** The only status that came, in the place of the only one that is gone, with the same in it. */
function replacedStatus(
  before: Responses,
  now: Responses,
  compare: (old: DocumentedResponse, own: DocumentedResponse) => readonly Found[],
): Pair<string> | undefined {
  const only = (these: Responses, those: Responses) =>
    Object.keys(these).filter((status) => those[status] === undefined && covering(those, status) === undefined);
  const replaced = replacement(only(before, now), only(now, before));
  const [old, own] = [replaced && before[replaced.before], replaced && now[replaced.now]];
  return old !== undefined && own !== undefined && compare(old, own).length === 0 ? replaced : undefined;
}

function replacedResponse(status: Pair<string>, { before, now }: Pair<Responses>, name: string, { flow }: Way): Found {
  const places = { before: before[status.before]?.pointer, now: now[status.now]?.pointer };
  return {
    impact: 'major',
    flow,
    message: `The ${status.before} response of ${name} was replaced by the ${status.now} response.`,
    breaks: `clients that ${flow === 'read' ? 'handle' : 'answer'} ${status.before}`,
    remedy: flow === 'read' ? `answer ${status.before} as before` : `take ${status.before} as before`,
    ...(places.before !== undefined && { before: places.before }),
    ...(places.now !== undefined && { now: places.now }),
  };
}

/** A status that a range, or `default`, documents instead. */
function coveredResponse(
  status: string,
  old: DocumentedResponse,
  own: DocumentedResponse,
  before: Responses,
  name: string,
  { flow }: Way,
): Found {
  const other = own.pointer.slice(own.pointer.lastIndexOf('/') + 1);
  return {
    // A range that was not there has other statuses, too.
    impact: before[other] === undefined ? 'minor' : 'patch',
    flow,
    message: `The ${status} response of ${name} is documented by the ${other} response now.`,
    before: old.pointer,
    now: own.pointer,
  };
}

/** A range, or `default`, of which single statuses are left: they are compared with it. */
function narrowedResponse(
  status: string,
  old: DocumentedResponse,
  parts: readonly string[],
  holder: string,
  name: string,
  { flow }: Way,
): Found {
  return {
    impact: flow === 'read' ? 'minor' : 'major',
    flow,
    message: `Of the ${status} response of ${name}, only ${parts.join(', ')} remain${parts.length === 1 ? 's' : ''}.`,
    ...(flow === 'sent' && { breaks: 'clients that answer another status', remedy: `keep documenting ${status}` }),
    before: old.pointer,
    holder,
  };
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
    remedy: `keep documenting ${status}${Object.keys(now).length > 0 ? ', beside the others' : ''}`,
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
): readonly Found[] {
  const pointers = { before: before.pointer, now: now.pointer };
  return byReference(contracts, pointers, [
    ...headerChanges(contracts, schemas, { before, now }, way),
    ...mediaTypeChanges(contracts, schemas, pointers, way),
    ...linkChanges(contracts, pointers, way),
  ]);
}
