import { describe, expect, test } from 'vitest';
import type { HttpRequest } from '../../http/exchange.ts';
import { sampleContracts } from '../../mutate/sample-contracts/contracts.ts';
import { readContract } from '../../openapi/read-contract.ts';
import { fixture } from '../../test/contracts.ts';
import type { Session } from '../../verify/server/session/session.ts';
import { type RunnableSpecification, specificationOf } from '../../verify/specification.ts';
import { benchFor } from '../../verify/test/bench.ts';
import type { Case } from '../cases.ts';
import { catalogueOf } from '../catalogue.ts';
import { type PlannedCases, planCases } from '../planned-cases.ts';
import { kindOf } from '../registry.ts';
import type { Requirement } from '../requirement.ts';
import { type CheckedRequest, RequestCheck } from './request-check.ts';
import { assemble } from './request-parts.ts';

const key = 'the-key-that-is-right';

/**
 * The case table of a contract; what has to be created for it is not, and so has identifiers made up from the schemas.
 */
function tableOf(specification: RunnableSpecification): { session: Session; planned: PlannedCases } {
  const { session } = benchFor(specification.description, () => ({ status: 404, body: {} }), {
    key,
    limitedKey: undefined,
    revokedKey: `${key}-of-past`,
  });
  return { session, planned: planCases(session, 'server') };
}

const contracts = [
  ...sampleContracts.map(({ name, document }) => [name, document] as const),
  ['library', fixture('library.yaml')] as const,
  ['weather', fixture('weather.yaml')] as const,
];

interface Tried {
  one: Case;
  request: HttpRequest;
  checked: CheckedRequest;
}

describe.each(contracts)('the cases of %s', async (_, document) => {
  const specification = specificationOf(await readContract(document));
  const check = new RequestCheck(specification, key);
  const ids = new Set(check.requirements.map(({ id }) => id));
  const {
    session,
    planned: { cases, rawCases },
  } = tableOf(specification);
  const tried: Tried[] = [];
  for (const one of cases) {
    const request = assemble(await one.build(session, false));
    tried.push({ one, request, checked: check.check(request) });
  }
  const describeTried = ({ one, request, checked }: Tried) =>
    [
      one.requirement.id,
      one.title,
      `${request.method} ${request.target}`,
      `${checked.refusal} ${JSON.stringify(checked.violations)}`,
    ].join(': ');
  const of = (kind: Case['expectation']['kind']) => tried.filter(({ one }) => one.expectation.kind === kind);

  test('what is accepted violates nothing, and is served', () => {
    expect(of('accepted').length).toBeGreaterThan(0);
    expect(
      of('accepted')
        .filter(({ checked }) => checked.violations.length > 0 || checked.refusal !== undefined)
        .map(describeTried),
    ).toEqual([]);
  });

  test('what is accepted keeps the requirement that it is about', () => {
    // How JSON is spelt, and in which letter case a scheme, is for the client to choose.
    const accepted = of('accepted').filter(
      ({ one }) => !/\.(requestBody\.escapes|security\.schemeCase)$/.test(one.requirement.id),
    );
    expect(
      accepted.filter(({ one, checked }) => !checked.kept.includes(one.requirement.id)).map(describeTried),
    ).toEqual([]);
  });

  test('what is refused violates the requirement that it is about, or another one of the same part', () => {
    const isReported = ({ one, checked }: Tried) =>
      checked.violations.some(({ requirementId }) => isOfSamePart(requirementId, one.requirement.id));
    expect(
      of('refused')
        .filter((own) => !isReported(own))
        .map(describeTried),
    ).toEqual([]);
  });

  test('what is refused for its value violates exactly that keyword', () => {
    const keywords = [
      ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
      ...['minLength', 'maxLength', 'pattern', 'format'],
      ...['minItems', 'maxItems', 'uniqueItems'],
      ...['minProperties', 'maxProperties', 'required', 'surplus'],
      ...['null', 'enum', 'discriminator', 'contentType'],
    ];
    const about = of('refused').filter((own) =>
      keywords.some((keyword) => own.one.requirement.id.endsWith(`.${keyword}`)),
    );
    const isExact = ({ one, checked }: Tried) =>
      checked.violations.some(
        ({ requirementId }) =>
          withoutAlternatives(requirementId) === withoutAlternatives(one.requirement.id) ||
          others.some(([wanted, reported]) => wanted.test(one.requirement.id) && reported.test(requirementId)),
      );
    expect(about.filter((own) => !isExact(own)).map(describeTried)).toEqual([]);
  });

  test('what is refused is refused with a status that is documented for it', () => {
    const isRight = ({ one: { expectation }, checked: { refusal } }: Tried) =>
      !('with' in expectation) || (refusal !== undefined && expectation.with.has(refusal));
    expect(
      of('refused')
        .filter((own) => !isRight(own))
        .map(describeTried),
    ).toEqual([]);
  });

  test('one wrong credential is one violation', () => {
    const about = of('refused').filter(
      ({ one }) => one.requirement.id.includes('.security.') && !one.requirement.id.endsWith('.order'),
    );
    expect(about.filter(({ checked }) => checked.violations.length !== 1).map(describeTried)).toEqual([]);
  });

  test('there is a requirement for everything that is reported', () => {
    const reported = tried.flatMap(({ checked }) => [
      ...checked.kept,
      ...checked.violations.map(({ requirementId }) => requirementId),
    ]);
    expect([...new Set(reported)].filter((id) => !ids.has(id))).toEqual([]);
  });

  test('what is kept is not violated', () => {
    expect(
      tried
        .filter(({ checked }) => checked.violations.some(({ requirementId }) => checked.kept.includes(requirementId)))
        .map(describeTried),
    ).toEqual([]);
  });

  test('requests that reach no operation violate the requirement of the method, or of unknown paths', async () => {
    const all = await Promise.all(
      rawCases.map(async (one) => ({ one, checked: check.check(await one.build(session)) })),
    );
    const wrong = all.filter(
      ({ one, checked }) =>
        !one.allowed.has(checked.refusal ?? 200) ||
        (!one.requirement.id.endsWith('.order') &&
          checked.violations.map(({ requirementId }) => requirementId).join() !== one.requirement.id),
    );
    expect(wrong.map(({ one, checked }) => `${one.requirement.id}: ${one.title}: ${JSON.stringify(checked)}`)).toEqual(
      [],
    );
  });

  test('of the requirements of servers, those are left out that no request can keep or violate', () => {
    const isOfRequests = (requirement: Requirement) =>
      /cases|requests/.test(kindOf(requirement).server?.reach.by ?? '');
    const left = catalogueOf(specification, 'server')
      .filter((requirement) => isOfRequests(requirement) && !ids.has(requirement.id))
      .map(({ id }) => id);
    // What is generated, how JSON and schemes are spelt, and what only a server knows.
    const leftOut = /\.((query|requestBody)\.any|escapes|schemeCase|path\.\w+\.unknown|order|revoked)$/;
    expect(left.filter((id) => !leftOut.test(id))).toEqual([]);
  });
});

// A value beside a bound may be no multiple either, one that names no alternative is of none, and so on:
// one of the two is reported.
const others: [wanted: RegExp, reported: RegExp][] = [
  [/./, /\.(multipleOf|discriminator)$/],
  [/\.format$/, /\.(minimum|maximum)$/],
  [/\.multipleOf$/, /\.type$/],
];

/**
 * `OP.requestBody.shape(Circle).radius.type` is of the part `OP.requestBody.shape.radius`;
 * what is missing in a part is of that, too.
 */
function isOfSamePart(reported: string, wanted: string): boolean {
  if (wanted.endsWith('.security.order')) return reported.includes('.security.');
  const part = (id: string) => withoutAlternatives(id).replace(/\.[^.]+$/, '');
  return part(reported) === part(wanted) || part(reported).startsWith(`${part(wanted)}.`);
}

function withoutAlternatives(id: string): string {
  return id.replaceAll(/\([^)]*\)/g, '');
}
