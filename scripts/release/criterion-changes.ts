import { type Exact, isExactObject, writeExact } from '../http/exact-json.ts';
import { lower, type Part, type ReportChange } from './workflow-parts.ts';

/** What changed in the criteria of a step, in whichever order they stand: each must be met. */
export function compareCriteria(report: ReportChange, name: string, before: Part, now: Part): void {
  const [olds, news] = [criteriaOf(before), criteriaOf(now)];
  const gone = without(olds, news);
  const added = without(news, olds);
  for (const [index, old] of gone.entries()) {
    const own = added[index];
    if (own === undefined)
      report(
        'major',
        `A criterion of ${lower(name)} was removed: ${old.text}.`,
        `${now.pointer}/successCriteria`,
        old.pointer,
      );
    else if (own.text !== old.text)
      report(
        'major',
        `A criterion of ${lower(name)} changed from ${old.text} to ${own.text}.`,
        `${own.pointer}/condition`,
        `${old.pointer}/condition`,
      );
    else
      report('major', `A criterion of ${lower(name)} changed from ${old.key} to ${own.key}.`, own.pointer, old.pointer);
  }
  for (const { text, pointer } of added.slice(gone.length))
    report('minor', `A criterion of ${lower(name)} was added: ${text}.`, pointer, undefined);
}

interface Criterion {
  /** Its condition. */
  text: string;
  /** All of it, the same for the same criterion. */
  key: string;
  pointer: string;
}

function criteriaOf({ value, pointer }: Part): Criterion[] {
  const list = Array.isArray(value['successCriteria']) ? value['successCriteria'] : [];
  return list.map((criterion, index) => {
    const condition = isExactObject(criterion) ? criterion['condition'] : undefined;
    return {
      text: typeof condition === 'string' ? condition : writeExact(criterion),
      key: writeExact(sorted(criterion)),
      pointer: `${pointer}/successCriteria/${index}`,
    };
  });
}

/** Those that the others do not have, or not as often. */
function without(these: readonly Criterion[], those: readonly Criterion[]): Criterion[] {
  const left = those.map(({ key }) => key);
  return these.filter(({ key }) => {
    const at = left.indexOf(key);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function sorted(value: Exact): Exact {
  if (Array.isArray(value)) return value.map(sorted);
  return isExactObject(value)
    ? Object.fromEntries(
        Object.entries(value)
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, member]) => [key, sorted(member)]),
      )
    : value;
}
