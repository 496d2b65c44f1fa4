import { shortened } from '../../cli/text.ts';
import { type Json, segmentsOf } from '../../openapi/json.ts';
import { type Difference, documentDifferences, isOfValues } from './document-differences.ts';
import type { Contracts, Found, Pair } from './found.ts';
import { capital, nameOf, nameOfPart } from './part-names.ts';
import type { UsedComponents } from './used-components.ts';

/**
 * Every difference that no rule knows, such as a description: no change passes in silence. `known` are the pointers of
 * what the rules have found. What a schema says of its values is one difference.
 */
export function otherChanges(contracts: Contracts, known: ReadonlySet<string>, used: Pair<UsedComponents>): Found[] {
  const holders = new Set([...known].flatMap((pointer) => [...aboveOf(pointer), ...beside(pointer)]));
  const isKnown = (pointer: string | undefined) =>
    pointer !== undefined && (holders.has(pointer) || aboveOf(pointer).some((one) => known.has(one)));
  const areKnown = ({ before, now }: Difference) => isKnown(before?.pointer) || isKnown(now?.pointer);
  const groups = Map.groupBy(documentDifferences(contracts, used), (one) =>
    isOfValues(one) ? `${one.holder.before}\n${one.holder.now}` : one,
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined || group.some(areKnown) || first.now?.pointer === '/info/version') return [];
    return [group.length === 1 ? single(contracts, first) : schemaChange(contracts, first, group)];
  });
}

/** The keyword of 3.0 that goes with one of which a rule has said what both come to. */
function beside(pointer: string): string[] {
  const [, holder = '', keyword = ''] = /^(.*\/)(minimum|maximum|type)$/.exec(pointer) ?? [];
  const other = { minimum: 'exclusiveMinimum', maximum: 'exclusiveMaximum', type: 'nullable' }[keyword];
  return other === undefined ? [] : [holder + other];
}

/** The pointer and those of all that holds it. */
function aboveOf(pointer: string): string[] {
  const ends = [...pointer.matchAll(/\//g)].map(({ index }) => index).slice(1);
  return [...ends.map((end) => pointer.slice(0, end)), pointer];
}

function single(contracts: Contracts, difference: Difference): Found {
  const { before, now, holder } = difference;
  const how =
    before === undefined
      ? 'was added'
      : now === undefined
        ? 'was removed'
        : `changed from ${short(before.value)} to ${short(now.value)}`;
  const name = nameOf(contracts.now, holder.now);
  const isDeprecated = holder.field === 'deprecated' && holder.kind !== undefined && now?.value === true;
  return {
    impact: 'patch',
    message: isDeprecated
      ? `${holder.kind === 'operation' ? `Operation ${name}` : capital(name)} is deprecated now.`
      : `${labelOf(contracts, difference)} ${how}.`,
    ...(before !== undefined && { before: before.pointer }),
    ...(now === undefined ? { holder: holder.container } : { now: now.pointer }),
  };
}

function schemaChange({ now }: Contracts, { holder }: Difference, group: readonly Difference[]): Found {
  const fields = [...new Set(group.map((one) => `\`${one.holder.field}\``))].join(', ');
  return {
    impact: 'patch',
    message: `${capital(nameOfPart(now, holder.now))} is described differently: ${fields}.`,
    before: holder.before,
    now: holder.now,
  };
}

/** By the part of the contract that has it, and the way to it from there. */
function labelOf({ now: contract }: Contracts, { before, now, holder }: Difference): string {
  const [pointer, at] = now === undefined ? [before?.pointer ?? '', holder.before] : [now.pointer, holder.now];
  const isNamed = holder.now.includes('/', 1) && pointer.startsWith(`${at}/`);
  if (!isNamed) return pointer.slice(1);
  return `\`${segmentsOf(pointer.slice(at.length)).join('/')}\` of ${nameOfPart(contract, holder.now)}`;
}

/** Long texts and whole objects are read where they stand. */
function short(value: Json): string {
  return typeof value === 'string' ? JSON.stringify(shortened(value, 80)) : shortened(JSON.stringify(value), 80);
}
