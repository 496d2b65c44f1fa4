import type { HttpRequest } from '../../http/exchange.ts';
import { callerValueOf } from '../../requirements/caller-value.ts';
import type { Call } from '../../requirements/client/calls.ts';
import { placeValue } from '../../requirements/parameter/place-value.ts';
import { assemble, encodeBody, preferred, type RequestParts } from '../../requirements/request/request-parts.ts';
import { caseTrials } from './case-trials.ts';
import type { ClientOperation, ClientSpecification } from './client-specification.ts';
import type { PlannedTrial } from './client-trial.ts';
import { ResponseTrials } from './response-trials.ts';

/** All trials of one operation; the first of them is the first call of it. */
export function trialsOf(own: ClientSpecification, operation: ClientOperation): PlannedTrial[] {
  const responses = new ResponseTrials(own, operation);
  const requests = [responses.firstCall(), ...caseTrials(own, operation)];
  if (own.requestsOnly?.has(operation.operation.id) === true) return requests;
  return [
    ...requests,
    ...responses.documented(),
    ...responses.undocumented(),
    ...responses.retries(),
    ...responses.redirects(),
  ];
}

/**
 * Ids of the requirements that calls can show: of those about values, the ones that some call of a typed client says.
 */
export async function saidRequirements(own: ClientSpecification): Promise<ReadonlySet<string>> {
  const said = new Set(
    own.requirements.filter((requirement) => callerValueOf(requirement) === null).map(({ id }) => id),
  );
  for (const operation of own.operations) {
    for (const { make } of trialsOf(own, operation)) {
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
