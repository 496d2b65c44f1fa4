import { isObject, type Json, type JsonObject, listOf, objectOf, stringOf } from '../json.ts';
import { sentencesOf } from '../sentences.ts';
import { partsOf } from '../source/document-walk.ts';
import { targetOf } from './alternative-mend.ts';
import type { ReportAt } from './mistakes.ts';

const property = '(?:field|propert(?:y|ie)|attribute)s?';
const one = `at least one (?:(?:of|the|these|its|other|such) )*${property}`;
const given = '(?:given|provided|sent|set|present|specified|supplied|included|passed|there)';
const must = '(?:must|has to|have to|needs? to|should)';
const forms = [
  `\\b${one} (?:is|are) (?:required|needed|mandatory)\\b`,
  `\\b${one} ${must} be ${given}\\b`,
  `\\b${must} (?:have|contain|include|specify|provide|give|send|supply) ${one}\\b`,
  `^(?:please )?(?:requires?|provide|give|send|specify|include|supply) ${one}\\b`,
];
const isSaid = new RegExp(forms.join('|'), 'i');
const isConditional = /\b(?:if|unless|when|where|otherwise)\b/i;

/** Requires one property of an object that needs none, where a description says so: "At least one field is needed". */
export function mendSaidProperties(document: JsonObject, report: ReportAt): void {
  for (const { kind, node } of partsOf(document)) {
    const { pointer, value } = node;
    if (!isObject(value) || !saysOne(value)) continue;
    const body = kind === 'operation' ? targetOf(document, value['requestBody'] ?? null) : value;
    const isChanged = kind === 'schema' ? requireOne(document, value) : isBody(kind) && requireOneIn(document, body);
    if (isChanged) report(`${pointer}/description`, unwritten, 'it is read as `minProperties: 1`');
  }
}

const unwritten = 'At least one property is required by this description, and by no schema';

function isBody(kind: string): boolean {
  return kind === 'requestBody' || kind === 'operation';
}

function saysOne({ description }: JsonObject): boolean {
  const sentences = sentencesOf((stringOf(description) ?? '').replaceAll(/[*_`]/g, ''));
  return sentences.some((sentence) => isSaid.test(sentence) && !isConditional.test(sentence));
}

function requireOneIn(document: JsonObject, body: Json): boolean {
  const media = isObject(body) ? Object.values(objectOf(body['content'])) : [];
  const schemas = media.flatMap((one) => (isObject(one) && one['schema'] !== undefined ? [one['schema']] : []));
  return schemas.map((schema) => requireOne(document, targetOf(document, schema))).includes(true);
}

/** An object whose only property must be given is what holds the one that is meant. */
function requireOne(document: JsonObject, schema: Json): boolean {
  if (!isObject(schema) || schema['minProperties'] !== undefined || !isObject(schema['properties'])) return false;
  const [held, ...others] = Object.values(schema['properties']);
  if (listOf(schema['required']).length > 0)
    return held !== undefined && others.length === 0 && requireOne(document, targetOf(document, held));
  schema['minProperties'] = 1;
  return true;
}
