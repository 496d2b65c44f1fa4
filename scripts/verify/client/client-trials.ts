import { sample } from 'fast-check';
import type { HttpRequest } from '../../http/exchange.ts';
import type { ScriptedResponse } from '../../http/scripted-response.ts';
import { callerValueOf } from '../../requirements/caller-value.ts';
import type { Case } from '../../requirements/cases.ts';
import type { Call } from '../../requirements/client/calls.ts';
import type { Behaviour } from '../../requirements/client/observed-call.ts';
import { placeValue } from '../../requirements/parameter/place-value.ts';
import { assemble, encodeBody, preferred, type RequestParts } from '../../requirements/request-parts.ts';
import type { Requirement } from '../../requirements/requirement.ts';
import type { SeenOutcome } from '../../requirements/response/seen-outcome.ts';
import { behavioursOf } from './behaviour-judge.ts';
import { callFor } from './call-conversion.ts';
import {
  type ClientOperation,
  type ClientSpecification,
  gone,
  type ShownStubResponse,
  successOf,
} from './client-specification.ts';
import { retryScripts } from './retry-scripts.ts';

/** One call, what its requests are answered, and what must come of it. */
export interface ClientTrial {
  title: string;
  call: Call;
  /** The response to each request, from 0. */
  script(index: number): ScriptedResponse;
  /** What the response that the call ends with is to the contract. */
  ending: SeenOutcome['is'];
  /** Whether the contract allows what is called. */
  isAllowed: boolean;
  /** The requirement that the values of the call are about. */
  requirement: Requirement | undefined;
  /** Requirements that the ending shows to be understood. */
  requirementIds: readonly string[];
  /** Behaviours that it shows besides retries. */
  besides: readonly Behaviour[];
}

/** A trial that is made when its turn comes, and the requirements that it is for. */
export interface PlannedTrial {
  requirementIds: readonly string[];
  /** Undefined where no call of a typed client can say it. */
  make(): Promise<ClientTrial | undefined>;
}

const generatedRuns = 15;

/** All trials of one operation; the first of them is the first call of it. `elsewhere` is the address of another server, to be led to. */
export function trialsOf(
  own: ClientSpecification,
  operation: ClientOperation,
  { elsewhere, now }: { elsewhere: string; now: () => number },
): PlannedTrial[] {
  const plain = Promise.resolve().then(() => plainCall(own, operation));
  const planned = (
    requirementIds: readonly string[],
    title: string,
    rest: Pick<ClientTrial, 'script' | 'ending'> & Partial<ClientTrial>,
  ): PlannedTrial => ({
    requirementIds,
    make: async () => {
      const call = await plain;
      return (
        call && {
          title,
          call,
          isAllowed: true,
          requirement: undefined,
          requirementIds: [],
          besides: [],
          ...rest,
        }
      );
    },
  });
  const { id } = operation.operation;
  const behaviours = (by: Behaviour) => behavioursOf(own.requirements, id, [by]).map((requirement) => requirement.id);
  const first = operation.documented.find(({ status }) => status < 300);
  const success = first?.response ?? gone;
  const documented = (one: ShownStubResponse, response = one.response, title = one.title) =>
    planned(one.requirementIds, title, {
      script: () => response,
      ending: 'documented',
      requirementIds: one.requirementIds,
    });
  const [example] = operation.documented;
  const redirects = [301, 302, 303, 307, 308].map(
    (status): ScriptedResponse => ({
      status,
      headers: [['Location', `${elsewhere}${operation.operation.path}`]],
      body: Buffer.alloc(0),
      receivedAt: 0,
    }),
  );
  return [
    planned(behaviours('notices'), 'the first call', {
      script: () => success,
      ending: 'documented',
      requirementIds: first?.requirementIds ?? [],
      besides: ['notices'],
    }),
    ...operation.cases.map(
      (one): PlannedTrial => ({ requirementIds: [one.requirement.id], make: () => caseTrial(own, operation, one) }),
    ),
    ...generatedTrials(own, operation),
    ...operation.documented.map((one) => documented(one)),
    ...(example === undefined
      ? []
      : [documented(example, { ...example.response, delivery: { kind: 'pieces' } }, `${example.title}, in pieces`)]),
    ...operation.undocumented.map(({ title, kind, response }) =>
      planned([`${id}.responses.undocumented`, `${id}.responses.failure`], title, {
        script: () => response,
        ending: isBodyIntact(kind) ? 'undocumented with a documented body' : 'undocumented',
      }),
    ),
    ...retryScripts(operation.operation, operation.documented, now).map(({ title, script }) =>
      planned(behaviours('retries'), title, { script, ending: 'undocumented with a documented body' }),
    ),
    ...redirects.map((response) =>
      planned(behaviours('redirects'), `a ${response.status} that leads to another server`, {
        script: () => response,
        ending: 'undocumented',
        besides: ['redirects'],
      }),
    ),
  ];
}

/** Where the body is as documented, a client may hand it on. */
function isBodyIntact(kind: ClientOperation['undocumented'][number]['kind']): boolean {
  return kind === 'missing header' || kind === 'null body';
}

/** A call with what is required, which every trial of responses makes; undefined where that is more than a call can say. */
async function plainCall(
  { session, check }: ClientSpecification,
  { operation }: ClientOperation,
): Promise<Call | undefined> {
  const parts = await session.source.base(operation, 'required', false);
  return callFor(parts, check.check(assemble(parts)));
}

async function caseTrial(
  { session, check }: ClientSpecification,
  { operation, documented }: ClientOperation,
  { requirement, title, expectation, build }: Case,
): Promise<ClientTrial | undefined> {
  const parts = await build(session, expectation.kind !== 'refused');
  const checked = check.check(assemble(parts));
  const call = callFor(parts, checked);
  if (call === undefined) return undefined;
  const isAllowed = !checked.violations.some(
    ({ requirementId }) =>
      requirementId.startsWith(`${operation.id}.parameters.`) ||
      requirementId.startsWith(`${operation.id}.requestBody.`),
  );
  const refusal =
    documented.find(({ status }) => status === (checked.refusal ?? 400)) ??
    documented.find(({ status }) => status >= 400 && status < 500);
  const ending = isAllowed || refusal === undefined ? documented.find(({ status }) => status < 300) : refusal;
  return {
    title,
    call,
    script: () => ending?.response ?? successOf(documented),
    ending: 'documented',
    isAllowed,
    requirement,
    requirementIds: ending?.requirementIds ?? [],
    besides: [],
  };
}

function generatedTrials(own: ClientSpecification, operation: ClientOperation): PlannedTrial[] {
  return operation.generated.flatMap(({ requirement, values, caseFor }) =>
    sample(values, { seed: own.seed, numRuns: generatedRuns }).flatMap((value): PlannedTrial[] => {
      const one = caseFor(value);
      return one === undefined
        ? []
        : [{ requirementIds: [requirement.id], make: () => caseTrial(own, operation, one) }];
    }),
  );
}

/** Ids of the requirements that calls can show: of those about values, the ones that some call of a typed client says. */
export async function saidRequirements(own: ClientSpecification): Promise<ReadonlySet<string>> {
  const said = new Set(
    own.requirements.filter((requirement) => callerValueOf(requirement) === null).map(({ id }) => id),
  );
  for (const operation of own.operations) {
    for (const { make } of trialsOf(own, operation, { elsewhere: '', now: Date.now })) {
      const trial = await make();
      if (trial?.isAllowed !== true) continue;
      const { kept } = own.check.check(requestFor(own, trial.call));
      for (const id of [...kept, ...(trial.requirement === undefined ? [] : [trial.requirement.id])]) said.add(id);
    }
  }
  return said;
}

/** The request that a call stands for. */
function requestFor({ session }: ClientSpecification, { operation, parameters, body }: Call): HttpRequest {
  const [mediaType] = preferred(operation.requestBody?.mediaTypes ?? []);
  const empty: RequestParts = {
    operation,
    path: {},
    query: [],
    headers: [],
    cookies: [],
    body: body === undefined || mediaType === undefined ? null : encodeBody(mediaType, body),
    credential: session.credentialOf(operation),
  };
  return assemble([...parameters].reduce((parts, [parameter, value]) => placeValue(parts, parameter, value), empty));
}
