import { type Contract, resolvePart } from '../../openapi/contract.ts';
import { objectOf, stringOf } from '../../openapi/json.ts';
import type { DocumentedResponse } from '../../openapi/operation-table.ts';
import { schemaOf } from '../../openapi/schemas/schema-pointers.ts';
import { viewSchema } from '../../openapi/schemas/schema-view.ts';
import { byReference } from './changed-reference.ts';
import type { Contracts, Found, Pair, Way } from './found.ts';
import { capital, nameOf, nameOfKept } from './part-names.ts';
import { requiredChanges } from './required.ts';
import type { SchemaComparison } from './schemas.ts';

type Header = DocumentedResponse['headers'][number];

/** What changed in the headers of a response. */
export function headerChanges(
  contracts: Contracts,
  schemas: SchemaComparison,
  { before, now }: Pair<DocumentedResponse>,
  way: Way,
): Found[] {
  const { flow } = way;
  const places = { before: before.pointer, now: now.pointer };
  // Its description is that of the content (OpenAPI, Response Object).
  const ofResponse = ({ headers }: DocumentedResponse) => headers.filter((one) => !/^content-type$/i.test(one.name));
  const isSame = (one: Header, other: Header) => one.name.toLowerCase() === other.name.toLowerCase();
  const kept = ofResponse(before).flatMap((old): readonly Found[] => {
    const own = ofResponse(now).find((one) => isSame(one, old));
    if (own !== undefined)
      return [
        ...rewritten(old, own, nameOf(contracts.now, now.pointer)),
        ...byReference(
          contracts,
          { before: old.pointer, now: own.pointer },
          keptHeader(contracts, schemas, { before: old, now: own }, way),
        ),
      ];
    return [
      {
        impact: 'major',
        flow,
        message: `Header \`${old.name}\` of ${nameOfKept(contracts, places)} was removed.`,
        breaks: `clients that ${flow === 'read' ? 'read' : 'send'} \`${old.name}\``,
        remedy: 'keep it until the next major version',
        before: old.pointer,
        holder: `${now.pointer}/headers`,
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

/** Header fields have no letter case (RFC 9110 section 5.1). */
function rewritten(old: Header, own: Header, response: string): Found[] {
  if (old.name === own.name) return [];
  const message = `Header \`${old.name}\` of ${response} is written \`${own.name}\` now.`;
  return [{ impact: 'patch', message, before: old.pointer, now: own.pointer }];
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
    ...requiredChanges(contracts, required, label, `\`${now.name}\``, way),
    ...resetChange(contracts, places, capital(label)),
    ...explodeChange(contracts, places, capital(label), way),
    ...schemas.compare(pointers.before, pointers.now, places, way),
  ];
}

/** How objects are written (OpenAPI, Header Object): a list is the same both ways (RFC 6570 section 3.2.1). */
function explodeChange(contracts: Contracts, { before, now }: Pair<string>, label: string, { flow }: Way): Found[] {
  const explodeOf = (side: keyof Contracts, pointer: string) =>
    objectOf(resolvePart(contracts[side], pointer).value)['explode'];
  const [was, is] = [explodeOf('before', before), explodeOf('now', now)];
  if ((was === true) === (is === true) || !(mayBeObject(contracts.before, before) || mayBeObject(contracts.now, now)))
    return [];
  return [
    {
      impact: 'major',
      flow,
      message: `${label} is serialized differently.`,
      breaks: `clients that ${flow === 'read' ? 'read' : 'send'} it`,
      remedy: 'leave `explode` as it was',
      ...(was === undefined ? { origin: before } : { before: `${before}/explode` }),
      ...(is === undefined ? { holder: now } : { now: `${now}/explode` }),
    },
  ];
}

function mayBeObject(contract: Contract, header: string): boolean {
  const schema = schemaOf(contract, header);
  const types = schema === undefined ? [] : viewSchema(contract, schema).types;
  return types.length === 0 || types.includes('object');
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
