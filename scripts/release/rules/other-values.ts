import { shortened } from '../../cli/text.ts';
import { type Exact, isExactObject } from '../../http/exact-json.ts';
import { segmentsOf } from '../../openapi/json.ts';
import { describeChangedValue, differences } from '../json-diff.ts';
import type { Contracts, Found } from './found.ts';
import { nameOfPart } from './part-names.ts';

/**
 * Every difference that no rule knows, such as a description: no change passes in silence. `known` are the pointers of
 * what the rules have found.
 */
export function otherChanges({ before, now }: Contracts, known: ReadonlySet<string>): Found[] {
  const within = (pointer: string) => aboveOf(pointer).some((one) => known.has(one));
  const holders = new Set([...known].flatMap(aboveOf));
  return differences(before.document, now.document)
    .filter(({ pointer }) => pointer !== '/info/version' && !within(pointer) && !holders.has(pointer))
    .map(({ pointer, parent, old, now: own }): Found => {
      const holder = own === undefined ? (parent ?? pointer) : undefined;
      return {
        impact: 'patch',
        message: describeChangedValue(labelOf(now, pointer), short(old), short(own)),
        ...(old !== undefined && { before: pointer }),
        ...(holder === undefined ? { now: pointer } : { holder }),
      };
    });
}

/** The pointer and those of all that holds it. */
function aboveOf(pointer: string): string[] {
  const ends = [...pointer.matchAll(/\//g)].map(({ index }) => index).slice(1);
  return [...ends.map((end) => pointer.slice(0, end)), pointer];
}

const remarks = ['summary', 'description', 'title', 'deprecated', 'example', 'examples', 'tags', 'externalDocs'];

function labelOf(contract: Contracts['now'], pointer: string): string {
  const segments = segmentsOf(pointer);
  const last = segments.at(-1) ?? '';
  const holder = pointer.slice(0, pointer.lastIndexOf('/'));
  const isRemark = remarks.includes(last) && !segments.slice(0, -1).some((one) => /^examples?$/.test(one));
  return isRemark && segments.length > 2 ? `\`${last}\` of ${nameOfPart(contract, holder)}` : pointer.slice(1);
}

/** Long texts and whole objects are read where they stand. */
function short(value: Exact | undefined): Exact | undefined {
  if (typeof value === 'string') return shortened(value, 80);
  return Array.isArray(value) || isExactObject(value) ? shortened(JSON.stringify(value), 80) : value;
}
