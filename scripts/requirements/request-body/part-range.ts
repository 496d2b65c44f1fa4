import type { Exact } from '../../http/exact-json.ts';
import { numberAt, type SchemaView, textAt } from '../../openapi/schemas/schema-view.ts';
import { isOpenAbove, namedBounds } from '../../openapi/values/named-bounds.ts';
import type { Extent } from '../../openapi/values/values.ts';
import { invalid, refusals } from '../cases.ts';
import type { FaultDraft } from '../fault.ts';
import { defineKind } from '../kind.ts';
import { unsafeIntegers } from '../schema/number-candidates.ts';
import { aspectsIn, judgeAspect } from './aspect-parts.ts';
import type { BodyPart } from './body-part.ts';
import { clientAdvice, partOfBody, section, serverAdvice } from './body-requirement.ts';
import { type FaultyPart, faultyPart, isAllowed, keeping, refusing } from './faulty-part.ts';
import {
  type PartSubject,
  planCases,
  type Trial,
  type TrialMaterial,
  type TrialPlan,
  valueTrials,
} from './part-cases.ts';
import { listParts } from './part-list.ts';
import { alteredPart } from './sent-body-faults.ts';

const plan: TrialPlan<PartSubject> = {
  isOfTexts: false,
  isPermission: false,
  trials: (material) => [
    ...valueTrials(material, (keyword) => keyword === 'range').map(({ part: { path, view }, value, make }) => ({
      subject: { operationId: material.operation.id, path },
      refusableWith: isRefusable(view, value) ? refusals(material.operation, invalid) : undefined,
      make,
    })),
    ...unsafeTrials(material),
  ],
};

/** True for what is not usual of a number that is called so; of an amount, what is beyond 32 bits. */
function isRefusable(view: SchemaView, value: Exact): boolean {
  return namedBounds(view) !== undefined || (isOpenAbove(view) && isNumber(value) && value >= beyond32Bits);
}

const beyond32Bits = 2 ** 31;

/**
 * A server may refuse what a double does not hold exactly, but not alter it where the contract says that an integer has
 * 64 bits. Where it does not, no two servers need agree on these (RFC 8259 section 6).
 */
function unsafeTrials({ context: { values }, operation, parts }: TrialMaterial): Trial<PartSubject>[] {
  const integers = parts.filter((part) => isWide(part) && part.aspects.some(({ keyword }) => keyword === 'range'));
  return integers.flatMap((part) =>
    unsafeIntegers.map((value) => ({
      subject: { operationId: operation.id, path: part.path },
      refusableWith: refusals(operation, invalid),
      make: (extent: Extent) => part.bodyWith(values, value, extent),
    })),
  );
}

function isWide({ view }: BodyPart): boolean {
  const most = numberAt(view, 'maximum') ?? 0;
  return textAt(view, 'format') === 'int64' || most > Number.MAX_SAFE_INTEGER;
}

/** An integer in a body that may be any that its schema allows, and is kept as it is. */
export const bodyPartRange = defineKind({
  id: '{operationId}.requestBody{path}.range',
  section,
  list: listParts(plan, aspectsIn('range')),
  contractAdvice: () => 'add bounds or a format',
  server: {
    reach: { by: 'cases', cases: (context, operation) => planCases(plan, context, operation) },
    faults: (context, { subject }) => {
      const faulty = faultyPart(context, subject);
      return faulty === undefined ? [] : rangeFaults(faulty);
    },
    advice: serverAdvice,
  },
  client: {
    callerValue: partOfBody,
    reach: {
      by: 'requests',
      refusedAt: () => 'body',
      judge: (request, subject) => judgeAspect(request, subject, 'range'),
    },
    faults: (context, { subject }) => alteredPart(faultyPart(context, subject)),
    advice: clientAdvice,
  },
});

/** Servers that alter or refuse some integers: those that the schema allows. */
function rangeFaults(faulty: FaultyPart): FaultDraft[] {
  const keeps = (what: string, alter: (value: number | bigint) => Exact) =>
    keeping(faulty, what, (value) => (isNumber(value) ? alter(value) : value));
  const refuses = (what: string, test: (value: number) => boolean) =>
    refusing(faulty, what, (values) => values.some((value) => typeof value === 'number' && test(value)));
  const { part } = faulty;
  const kept: [example: Exact, fault: FaultDraft][] = [
    [beyond32Bits, keeps('keeps 32 bits', in32Bits)],
    [-1, keeps('keeps no sign', (value) => (value < 0 ? -value : value))],
  ];
  if (part !== undefined && isWide(part)) kept.push([2n ** 53n + 1n, keeps('rounds integers beyond 2^53', rounded)]);
  const refused: [example: Exact, fault: FaultDraft][] = [
    [0, refuses('refuses zero', (value) => value === 0)],
    [beyond32Bits, refuses('refuses what is beyond 32 bits', (value) => value >= beyond32Bits)],
  ];
  const shown = refused.filter(([example]) => part === undefined || !isRefusable(part.view, example));
  const faults = [...kept, ...shown];
  return faults.filter(([example]) => isAllowed(faulty, example)).map(([, fault]) => fault);
}

function in32Bits(value: number | bigint): Exact {
  return Number.isInteger(Number(value)) ? Number(BigInt.asIntN(32, BigInt(value))) : value;
}

function rounded(value: number | bigint): Exact {
  if (typeof value === 'number') return value;
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(value)));
}

function isNumber(value: Exact): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}
