import { excerpt } from '../../http/excerpt.ts';
import { describePath } from '../../openapi/schemas/schema-violations.ts';
import type { Judgement, OutOfReach } from '../judgement.ts';
import { reachOf, stepsOf, stepTo } from './body-path.ts';
import type { OutcomeDifference } from './outcome-difference.ts';
import type { SeenResponse } from './seen-response.ts';
import type { ShownResponse } from './shown-response.ts';

interface KeywordPlace {
  status: string;
  path: string;
  keyword: string;
}

/**
 * What a response shows of a part of its documented body.
 * A violation elsewhere in the body leaves open what else is kept.
 */
export function judgePart(seen: SeenResponse, { status, path, keyword }: KeywordPlace): Judgement | OutOfReach {
  const body = seen.status === status ? seen.body : undefined;
  if (body === undefined) return undefined;
  const violation = body.violationOf(path, keyword);
  if (violation !== undefined)
    return {
      documented: `${describePath(violation)} ${violation.message}.`,
      received: excerpt(seen, violation.path),
    };
  const reach = body.isValid ? reachOf(body.value, path, keyword) : undefined;
  return reach === 'absent'
    ? { outOfReach: `No ${status} response has had a value that this applies to.` }
    : reach && 'kept';
}

/** Whether a documented response has the part of a body that a requirement is about. */
export function isShownPart({ status, json }: ShownResponse, place: KeywordPlace): boolean {
  return status === place.status && json !== undefined && reachOf(json, place.path, place.keyword) !== undefined;
}

/** A difference is about each part of a body that holds it, and more so the deeper that is. */
export function nearnessOfPart({ about }: OutcomeDifference, { path }: Pick<KeywordPlace, 'path'>): number | undefined {
  if (about.kind !== 'body') return undefined;
  const steps = stepsOf(path);
  const holds = steps.every((step, index) => {
    const own = about.path[index] ?? '';
    return step === (/^\d+$/.test(own) ? '[]' : stepTo(own));
  });
  return holds && steps.length <= about.path.length ? 2 + steps.length : undefined;
}
