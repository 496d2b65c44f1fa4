import { type Contract, descriptionAt } from '../contract.ts';
import type { Operation, Parameter } from '../operation-table.ts';
import { wordsOf } from '../resources/name-words.ts';
import { parameterSchema } from '../schemas/schema-pointers.ts';
import { sentencesOf } from '../sentences.ts';

const beyond =
  '(?:above|over|below|beyond|under|exceed(?:s|ing)?|outside|(?:greater|larger|more|higher|smaller|lower|less) than)';
const wrong = new RegExp(
  `\\b(?:${beyond} (?:\`?\\d+|the (?:maximum|minimum|bounds?|limit|range))|negative|invalid|malformed|unknown|` +
    'unsupported|illegal|zero|too (?:large|high|small|low|big)|out[- ]of[- ](?:range|bounds)|' +
    'not an? (?:number|integer)|anything else|(?:any )?other values?)\\b',
  'i',
);
const taken = new RegExp(
  '\\b(?:(?:reduced|raised|lowered|increased|coerced|truncated|rounded|limited|reset|set|corrected|adjusted|changed) ' +
    '(?:up |down |back )?to|(?:treated|read|taken|interpreted|understood|handled) (?:as|like)|falls? back to|' +
    'replaced (?:by|with)|ignored|(?:is|are) used instead)\\b',
  'i',
);
const capped = /\b(?:capped|clamped) (?:at|to)\b/i;

/** True where descriptions say what is made of a value that a schema does not allow: "Above 100 is read as 100." */
export function isReadLeniently(contract: Contract, parameter: Parameter): boolean {
  return [parameter.pointer, parameterSchema(parameter)]
    .flatMap((pointer) => descriptionAt(contract, pointer).split(/(?<=[.;!?])\s+/))
    .some((sentence) => capped.test(sentence) || (wrong.test(sentence) && taken.test(sentence)));
}

const separated = /\bcomma[- ]?(?:separated|delimited)\b|\b(?:separated|delimited) (?:by|with) (?:a )?commas?\b/i;

/**
 * True where a description says that a text may have several values with commas between them: that of the parameter, or
 * a sentence of the operation that names it.
 */
export function isCommaSeparated(contract: Contract, operation: Operation, parameter: Parameter): boolean {
  const own = [parameter.pointer, parameterSchema(parameter)].map((pointer) => descriptionAt(contract, pointer));
  const ofOperation = sentencesOf(descriptionAt(contract, operation.pointer)).filter((one) =>
    wordsOf(one).join(' ').includes(wordsOf(parameter.name).join(' ')),
  );
  return [...own, ...ofOperation].some((text) => separated.test(text));
}

/** The values of a text that has several; blanks beside the commas may be read as no part of them. */
export function separatedValues(text: string): string[] {
  return text.split(',').map((one) => one.trim());
}
