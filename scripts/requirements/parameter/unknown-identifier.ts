import { within } from '../../http/exact-json.ts';
import { excerpt } from '../../http/excerpt.ts';
import { type Answer, type HttpRequest, type HttpResponse, isSuccess } from '../../http/exchange.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { writePath } from '../../openapi/parameters/parameter-codec.ts';
import { textsFor, valueFor, withTexts } from '../../openapi/parameters/request-parameters.ts';
import { textOf } from '../../openapi/parameters/scalar-text.ts';
import { barePath } from '../../openapi/resources/bare-path.ts';
import { mayBeUnset, type Resource } from '../../openapi/resources/resource.ts';
import { mayBeInvalidInPath } from '../../openapi/resources/said-invalid.ts';
import { missesOwnerAlone } from '../../openapi/resources/said-missing.ts';
import { answering, type FaultDraft, faultDraft, type Wrap } from '../fault.ts';
import type { OutOfReach, Violation } from '../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import { whyUnservable } from '../operation/unservable.ts';
import type { PlanningContext } from '../planning-context.ts';
import { resourceOfPath } from '../request/referenced-resource.ts';
import { forEachParameter, parameterOf, subjectOf } from './parameter.ts';
import { type UnknownId, unknownIds } from './unknown-ids.ts';

const id = '{operationId}.parameters.{in}.{name}.unknown';

/** What a path names must be there: 404 for an identifier that nothing has, where the contract documents it. */
export const unknownIdentifier = defineKind({
  id,
  section: () => 'Parameters',
  list: (_, all) =>
    forEachParameter(all, (operation, parameter) =>
      isRefused(operation, parameter)
        ? [
            {
              subject: subjectOf(operation, parameter),
              pointer: `${operation.pointer}/responses/404`,
              statement: `A ${parameter.name} that nothing has must be answered with 404.`,
            },
          ]
        : [],
    ),
  contractAdvice: () => 'change the responses',
  server: {
    reach: { by: 'probes', probe: probeUnknownIds },
    faults: (context, { subject }) => {
      const { operation, parameter } = parameterOf(context, subject);
      return [
        faultDraft('answers with another thing', answeringWithAnother(context, operation, parameter)),
        ...wrapping(context, operation, parameter),
        ...[410, 204].map((status) => answeringInstead(context, operation, status)),
      ];
    },
    advice: ({ name }) => `Look the ${name} up as it is given, and answer 404 where there is none.`,
  },
  // Whether something has an identifier, only the server knows.
  client: null,
});

function isRefused({ responses }: Operation, parameter: Parameter): boolean {
  return parameter.in === 'path' && Object.hasOwn(responses, '404');
}

async function* probeUnknownIds(run: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  for (const parameter of operation.parameters) {
    if (!isRefused(operation, parameter)) continue;
    const subject = subjectOf(operation, parameter);
    const leeway = leewayOf(run, operation, parameter);
    for (const unknown of await unknownIds(run, operation, parameter, leeway.mayCreate)) {
      const { source } = run.context;
      const given = { [parameter.name]: writePath(parameter, unknown.id) };
      // What the body names is made beneath a thing that is there.
      const answer = await run.call(source.elsewhere(await source.base(operation, 'all', false), given));
      if (unknown.mayBeThere && isFound(run.context, operation, unknown, answer)) continue;
      const mayBeRefused = unknown.mayBeRefused || isSaidInvalid(run.context, operation, parameter, answer);
      yield { subject, answer, judgement: judge(operation, parameter, { ...unknown, mayBeRefused }, leeway, answer) };
    }
  }
}

/** True for a documented refusal of a text of no form that the contract says, where it says that some are invalid. */
function isSaidInvalid(
  { description }: PlanningContext,
  operation: Operation,
  { name, types }: Parameter,
  { response: { status } }: Answer,
): boolean {
  const isDocumented = [400, 422].includes(status) && Object.hasOwn(operation.responses, String(status));
  return isDocumented && types.includes('string') && mayBeInvalidInPath(description, operation, name);
}

/** What may be served where nothing has the identifier. */
interface Leeway {
  /** Where nothing else creates items, PUT does (RFC 9110 section 9.3.4). */
  mayCreate: boolean;
  /** Why nothing need be there to be removed. */
  removesNothing: string | undefined;
}

function leewayOf({ context }: ProbeRun, operation: Operation, { name }: Parameter): Leeway {
  const resource = resourceOfPath(context, operation, name);
  const isItem = barePath(operation).endsWith(`{${name}}`);
  return {
    mayCreate: isItem && operation.method === 'PUT' && resource?.create === undefined,
    removesNothing: resource?.remove === operation ? whyNothingIsRemoved(context, resource) : undefined,
  };
}

const nothingToUnset = 'What is set without a body may be taken away where it is not set.';

const ownerMissing = 'The 404 is, by its description, about what this is beneath alone.';

function whyNothingIsRemoved({ description }: PlanningContext, resource: Resource): string | undefined {
  if (mayBeUnset(resource)) return nothingToUnset;
  return missesOwnerAlone(description.contract, resource) ? ownerMissing : undefined;
}

const madeThere = 'PUT makes what is not there, so another refusal is of what was sent.';

/** True for what was there all along: it has the identifier that was asked for. */
function isFound(
  { resources }: PlanningContext,
  operation: Operation,
  { id: asked }: UnknownId,
  answer: Answer,
): boolean {
  const idProperty = resources.find(({ read }) => read === operation)?.idProperty;
  const own = idProperty === undefined ? undefined : within(answer.body, [idProperty]);
  return isSuccess(answer.response) && own !== undefined && textOf(own) === textOf(asked);
}

function judge(
  operation: Operation,
  { name }: Parameter,
  { isAllowed, mayBeRefused }: UnknownId,
  { mayCreate, removesNothing }: Leeway,
  answer: Answer,
): 'kept' | Violation | OutOfReach {
  const { status } = answer.response;
  const isKept = isSuccess(answer.response) ? mayCreate && isAllowed : mayBeRefused;
  if (status === 404 || isKept) return 'kept';
  if (isSuccess(answer.response) && removesNothing !== undefined) return { outOfReach: removesNothing };
  if (mayCreate && isAllowed && Object.hasOwn(operation.responses, String(status))) return { outOfReach: madeThere };
  const unservable = isSuccess(answer.response) ? undefined : whyUnservable(operation);
  if (unservable !== undefined) return { outOfReach: unservable };
  return { documented: `404: nothing has this ${name}.`, received: `${status}, ${excerpt(answer)}` };
}

/** The response that another identifier got. */
function answeringWithAnother(context: MessageContext, operation: Operation, parameter: Parameter): Wrap {
  return (send, harness) => {
    let served: HttpResponse | undefined;
    const answer = answering(context.isTo(operation), async (request, next) => {
      const response = await next(request);
      if (response.status < 300) served = response;
      const value = valueFor(parameter, textsFor(request, operation, parameter));
      const isUnknown = response.status === 404 && context.parameterViolations(parameter, value).length === 0;
      return isUnknown && served !== undefined ? { ...response, status: served.status, body: served.body } : response;
    });
    return answer(send, harness);
  };
}

/** Servers that look for an identifier that they do not have with fewer bits. */
function wrapping(context: MessageContext, operation: Operation, parameter: Parameter): FaultDraft[] {
  const isRead = context.resources.some(
    (resource) =>
      resource.read === operation && resource.parameter?.name === parameter.name && resource.idProperty !== undefined,
  );
  if (!parameter.types.includes('integer')) return [];
  const widths = [...(isRead ? [8, 16] : []), 31, 32, 53, 63, 64];
  return widths.map((bits) => {
    const wrapped = (request: HttpRequest): HttpRequest => {
      const [text = ''] = textsFor(request, operation, parameter);
      const less = /^\d+$/.test(text) ? BigInt(text) - 2n ** BigInt(bits) : -1n;
      return less < 0n ? request : withTexts(request, operation, parameter, [String(less)]);
    };
    const wrap = answering(context.isTo(operation), async (request, send) => {
      const response = await send(request);
      return response.status < 400 ? response : send(wrapped(request));
    });
    return faultDraft(`keeps ${bits} bits`, wrap);
  });
}

function answeringInstead(context: MessageContext, operation: Operation, status: number): FaultDraft {
  const wrap = answering(context.isTo(operation), async (request, send) => {
    const response = await send(request);
    return response.status === 404 ? { ...response, status } : response;
  });
  return faultDraft(`answers ${status}`, wrap);
}
