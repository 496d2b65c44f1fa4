import { type SchemaView, textAt } from '../../openapi/schemas/schema-view.ts';
import { anyOf, invalid, refusals } from '../cases.ts';
import type { FaultDraft } from '../fault.ts';
import { defineKind } from '../kind.ts';
import { longText, unusualTexts } from '../schema/text-candidates.ts';
import { aspectsIn, judgeAspect } from './aspect-parts.ts';
import { clientAdvice, partOfBody, section, serverAdvice } from './body-requirement.ts';
import { type FaultyPart, faultyPart, isAllowed, keeping, refusing } from './faulty-part.ts';
import { type PartSubject, planCases, type TrialPlan, valueTrials } from './part-cases.ts';
import { listParts } from './part-list.ts';
import { alteredPart } from './sent-body-faults.ts';

const plan: TrialPlan<PartSubject> = {
  isOfTexts: true,
  isPermission: false,
  trials: (material) => {
    const { operation } = material;
    const tooLong = anyOf(refusals(operation, invalid), refusals(operation, [413]));
    return valueTrials(material, (keyword) => keyword === 'text').map(({ part: { path, view }, value, make }) => ({
      subject: { operationId: operation.id, path },
      refusableWith: value === longText ? tooLong : isSecret(view) ? refusals(operation, invalid) : undefined,
      make,
    }));
  },
};

/** What a password must be like, many servers say in a refusal alone. */
function isSecret(view: SchemaView): boolean {
  return textAt(view, 'format') === 'password' || /pass(?:word|phrase|code)$/i.test(view.pointer);
}

/** A text in a body that may be any, and is kept as it is. */
export const bodyPartText = defineKind({
  id: '{operationId}.requestBody{path}.text',
  section,
  list: listParts(plan, aspectsIn('text')),
  contractAdvice: () => 'add a pattern or a length',
  server: {
    reach: { by: 'cases', cases: (context, operation) => planCases(plan, context, operation) },
    faults: (context, { subject }) => {
      const faulty = faultyPart(context, subject);
      return faulty === undefined ? [] : textFaults(faulty);
    },
    advice: serverAdvice,
  },
  client: {
    callerValue: partOfBody,
    reach: {
      by: 'requests',
      refusedAt: () => 'body',
      judge: (request, subject) => judgeAspect(request, subject, 'text'),
    },
    faults: (context, { subject }) => alteredPart(faultyPart(context, subject)),
    advice: clientAdvice,
  },
});

const alterations: readonly [what: string, alter: (text: string) => string][] = [
  ['without blanks at its ends', (text) => text.trim()],
  ['composed', (text) => text.normalize('NFC')],
  ['with entities', (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')],
  ['without tags', (text) => text.replaceAll(/<[^>]*>/g, '')],
  ['in ISO 8859-1', (text) => text.replaceAll(/[\u{100}-\u{10ffff}]/gu, '?')],
  ['without characters beyond the basic plane', (text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '')],
  ['cut at 255', (text) => text.slice(0, 255)],
  ['with doubled quotes', (text) => text.replaceAll("'", "''")],
  ['without backslashes', (text) => text.replaceAll('\\', '')],
  ['in one line', (text) => text.replaceAll('\n', ' ')],
  ['percent-decoded', (text) => text.replaceAll('%20', ' ')],
];

const unwelcome: readonly [what: string, isRefused: (text: string) => boolean][] = [
  ['refuses other scripts', (text) => /[\u{100}-\u{10ffff}]/u.test(text)],
  ['refuses digits alone', (text) => /^\d+$/.test(text)],
];

/** Servers that alter or refuse some texts: those that the schema allows. */
function textFaults(faulty: FaultyPart): FaultDraft[] {
  const allowed = [...unusualTexts, longText].filter((text) => isAllowed(faulty, text));
  const altering = alterations.filter(([, alter]) => allowed.some((text) => alter(text) !== text));
  const refused = (faulty.part !== undefined && isSecret(faulty.part.view) ? [] : unwelcome).filter(([, isRefused]) =>
    allowed.some(isRefused),
  );
  return [
    ...altering.map(([what, alter]) =>
      keeping(faulty, what, (value) => (typeof value === 'string' ? alter(value) : value)),
    ),
    ...refused.map(([what, isRefused]) =>
      refusing(faulty, what, (values) => values.some((value) => typeof value === 'string' && isRefused(value))),
    ),
  ];
}
