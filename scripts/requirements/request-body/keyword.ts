import { type Exact, isExactObject, writeExact } from '../../http/exact-json.ts';
import { isJson } from '../../http/media-types.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { enumOf, numberAt, textAt, typeOfJson } from '../../openapi/schemas/schema-view.ts';
import { invalid, refusals } from '../cases.ts';
import type { FaultDraft } from '../fault.ts';
import { defineKind } from '../kind.ts';
import { described, judgeAspect } from './aspect-parts.ts';
import type { Body } from './bodies.ts';
import { clientAdvice, partOfBody, section, serverAdvice } from './body-requirement.ts';
import { accepting, type FaultyPart, faultyPart, isAllowed, keeping, refusing, violating } from './faulty-part.ts';
import { type PartSubject, planCases, type TrialPlan, valueTrials } from './part-cases.ts';
import { listParts } from './part-list.ts';
import { alteredPart, sendingPart } from './sent-body-faults.ts';
import { requirementKeyword } from './violated-requirement.ts';

type KeywordSubject = PartSubject & { readonly keyword: string };

/**
 * A body of another type is not the bare object that is described: that is a kind of its own, as are these keywords.
 */
function isOfKind(keyword: string, path: string): boolean {
  return !/^(null|range|text|surplus)$/.test(keyword) && (path !== '' || keyword !== 'type');
}

const keywordsIn = ({ parts }: Body, { id: operationId }: Operation) =>
  parts.flatMap((part) =>
    part.aspects
      .filter(({ keyword }) => isOfKind(keyword, part.path))
      .map((aspect) => ({
        subject: { operationId, path: part.path, keyword: aspect.keyword },
        ...described(part, aspect),
      })),
  );

/**
 * A value of a type that is allowed may still be refused for what it means. So may as many properties as a part may
 * have, where a change adds them to those that are there.
 */
function isOfMeaning({ method }: Operation, keyword: string, path: string): boolean {
  return keyword === 'type' || (keyword === 'maxProperties' && method === 'PATCH' && path !== '');
}

const plan: TrialPlan<KeywordSubject> = {
  isOfTexts: true,
  isPermission: false,
  trials: (material) => {
    const { operation, body } = material;
    const isTried = (keyword: string) => isJson(body.mediaType) || !/^(type|format)$/.test(keyword);
    const trials = valueTrials(material, (keyword, { path }) => isOfKind(keyword, path) && isTried(keyword));
    return trials.map(({ part: { path }, keyword, make }) => ({
      subject: { operationId: operation.id, path, keyword },
      refusableWith: isOfMeaning(operation, keyword, path) ? refusals(operation, invalid) : undefined,
      make,
    }));
  },
};

/** A keyword of the schema of a part of a body. */
export const bodyKeyword = defineKind({
  id: '{operationId}.requestBody{path}.{keyword}',
  section,
  list: listParts(plan, keywordsIn),
  contractAdvice: ({ keyword }) => `change ${keyword}`,
  server: {
    reach: { by: 'cases', cases: (context, operation) => planCases(plan, context, operation) },
    faults: (context, { subject }) => {
      const faulty = faultyPart(context, subject);
      if (faulty === undefined) return [];
      // Where no refusal is documented, a server may take what is wrong.
      const isRefused = refusals(faulty.operation, invalid) !== undefined;
      return [
        ...(isRefused ? [accepting(faulty, wrongBy(faulty, subject.keyword))] : []),
        ...(isRefused ? wrapping(faulty, subject.keyword) : []),
        ...refusedAtItsEdge(faulty, subject.keyword),
      ];
    },
    advice: serverAdvice,
  },
  client: {
    callerValue: partOfBody,
    reach: {
      by: 'requests',
      refusedAt: () => 'body',
      judge: (request, subject) => judgeAspect(request, subject, subject.keyword),
    },
    faults: (context, { subject }) => {
      const faulty = faultyPart(context, subject);
      const isOfType = faulty !== undefined && subject.keyword === 'type';
      return [
        ...alteredPart(faulty),
        ...(isOfType
          ? [sendingPart(faulty, 'as another type', ofAnotherType), sendingPart(faulty, 'as null', () => null)]
          : []),
      ];
    },
    advice: clientAdvice,
  },
});

/** Tests for a body that a keyword of the part does not allow. */
function wrongBy(faulty: FaultyPart, wanted: string): (body: Exact) => boolean {
  const types = faulty.part?.view.types ?? [];
  const isOfTypes = (value: Exact) =>
    types.some((type) => type === typeOfJson(value) || (type === 'number' && typeOfJson(value) === 'integer'));
  // A type may follow from other keywords. Null is a requirement of its own.
  return violating(faulty, ({ keyword }, values) =>
    wanted === 'type'
      ? values.some((value) => value !== null && !isOfTypes(value))
      : requirementKeyword(keyword) === wanted && values.some((value) => value !== null),
  );
}

/** Servers that take what is beyond a bound, and wraps round to a value that is allowed, for that. */
function wrapping(faulty: FaultyPart, keyword: string): FaultDraft[] {
  const isInteger = faulty.part?.view.types.includes('integer') === true;
  if (!isInteger || !/^(exclusiveMaximum|maximum|format)$/.test(keyword)) return [];
  return [32, 64].map((bits) =>
    keeping(faulty, `keeps ${bits} bits of what is beyond it`, (value) => {
      if (isAllowed(faulty, value) || !/^\d+$/.test(writeExact(value))) return value;
      const kept = Number(BigInt.asUintN(bits, BigInt(writeExact(value))));
      return isAllowed(faulty, kept) ? kept : value;
    }),
  );
}

/** Servers that refuse a value which the keyword only just allows. */
function refusedAtItsEdge(faulty: FaultyPart, keyword: string): FaultDraft[] {
  const { part } = faulty;
  if (part === undefined) return [];
  const refuse = (what: string, test: (value: Exact) => boolean) => [
    refusing(faulty, what, (values) => values.some(test)),
  ];
  const bound = numberAt(part.view, keyword);
  const last = enumOf(part.view)?.at(-1);
  if (keyword === 'type') return refuse('refuses what is of its type', () => true);
  if (keyword === 'enum' && last !== undefined) return refuse('refuses its last value', (value) => value === last);
  if (keyword === 'format' && textAt(part.view, 'format') === 'int64')
    return refuse('refuses what is beyond 32 bits', (value) => typeof value === 'number' && Math.abs(value) > 2 ** 31);
  // An exclusive bound is itself beyond what is allowed.
  return bound === undefined || keyword.startsWith('exclusive')
    ? []
    : refuse('refuses the bound itself', (value) => value === bound || sizeOf(value) === bound);
}

function sizeOf(value: Exact): number | undefined {
  if (isExactObject(value)) return Object.keys(value).length;
  return typeof value === 'string' || Array.isArray(value) ? value.length : undefined;
}

function ofAnotherType(value: Exact): Exact {
  if (typeof value === 'string') return [value];
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean' || value === null
    ? String(value)
    : writeExact(value);
}
