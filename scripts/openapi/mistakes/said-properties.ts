import { isObject, type Json, type JsonObject, listOf, objectOf, stringOf } from '../json.ts';
import { sentencesOf } from '../sentences.ts';
import { partsOf } from '../source/document-walk.ts';
import { targetOf } from './alternative-mend.ts';

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
export function readSaidProperties(document: JsonObject): void {
  for (const { kind, node } of partsOf(document)) {
    if (!isObject(node.value) || !saysOne(node.value)) continue;
    if (kind === 'schema') requireOne(document, node.value);
    if (kind === 'requestBody') requireOneIn(document, node.value);
    if (kind === 'operation') requireOneIn(document, targetOf(document, node.value['requestBody'] ?? null));
  }
}

function saysOne({ description }: JsonObject): boolean {
  const sentences = sentencesOf((stringOf(description) ?? '').replaceAll(/[*_`]/g, ''));
  return sentences.some((sentence) => isSaid.test(sentence) && !isConditional.test(sentence));
}

function requireOneIn(document: JsonObject, body: Json): void {
  if (!isObject(body)) return;
  for (const media of Object.values(objectOf(body['content'])))
    if (isObject(media) && media['schema'] !== undefined) requireOne(document, targetOf(document, media['schema']));
}

/** An object whose only property must be given is what holds the one that is meant. */
function requireOne(document: JsonObject, schema: Json): void {
  if (!isObject(schema) || schema['minProperties'] !== undefined || !isObject(schema['properties'])) return;
  const [held, ...others] = Object.values(schema['properties']);
  if (listOf(schema['required']).length === 0) schema['minProperties'] = 1;
  else if (held !== undefined && others.length === 0) requireOne(document, targetOf(document, held));
}
