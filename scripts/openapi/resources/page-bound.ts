import { type Contract, descriptionAt } from '../contract.ts';
import type { Parameter } from '../operation-table.ts';
import { parameterSchema } from '../schemas/schema-pointers.ts';
import { numberAt, viewSchema } from '../schemas/schema-view.ts';

/** The largest size that a page may be asked for. */
export interface PageBound {
  most: number;
  /** True where a description says that what asks for more is given as many: "Values above 50 are reduced to 50." */
  isReduced: boolean;
}

const bounds = new RegExp(
  '\\b(?:max(?:imum)?(?: (?:page )?(?:size|value|limit))?(?: is| of|:)?|at most|no more than|(?:not |cannot )exceed|' +
    'up to|above|over|exceeding|(?:greater|larger|more|higher) than|(?:capped|clamped) (?:at|to)|' +
    '(?:between|from) \\d+ (?:and|to)) `?(?<most>\\d+)\\b',
  'i',
);
const reducing =
  /\b(?:reduced|capped|clamped|coerced|lowered|truncated|cut(?: down)?|rounded down) (?:at|to)\b|\btreated as\b/i;

/** The bound that the schema of a parameter has, or its description; undefined where neither says one. */
export function pageBoundOf(contract: Contract, parameter: Parameter): PageBound | undefined {
  const texts = [parameter.pointer, parameterSchema(parameter)].map((pointer) => descriptionAt(contract, pointer));
  const maximum = numberAt(viewSchema(contract, parameterSchema(parameter)), 'maximum');
  if (maximum !== undefined) return { most: maximum, isReduced: texts.some((text) => reducing.test(text)) };
  for (const text of texts) {
    const most = Number(bounds.exec(text)?.groups?.['most'] ?? 0);
    if (most > 0) return { most, isReduced: reducing.test(text) };
  }
  return undefined;
}
