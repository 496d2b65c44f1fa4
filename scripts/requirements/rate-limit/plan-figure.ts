import { type HttpRequest, type HttpResponse, isSuccess } from '../../http/exchange.ts';
import { pointerTo } from '../../openapi/json.ts';
import { altering, type FaultDraft, type FaultHarness, faultDraft, type Wrap } from '../fault.ts';
import type { Shown } from '../judgement.ts';
import { defineKind } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import type { Subject } from '../requirement.ts';
import { announcedAs, announcedBy, hasKey, refusalInstead, withAnnounced } from './limit-faults.ts';
import type { LimitedAnswer, LimitObservation } from './limit-observation.ts';
import { announcesLimit, mostSpent } from './limited-operations.ts';
import { type Plan, type PlanFigure, planFigures, plansOf } from './plans.ts';
import { tolerance } from './rate-limit-windows.ts';

/** What a plan of `x-rate-limit-plans` allows a key in a minute, or in a day. */
export const rateLimitPlanFigure = defineKind({
  id: 'rateLimit.plans.{plan}.{figure}',
  section: () => 'Rate limit',
  list: ({ description }, operation) => {
    if (operation !== null || !description.operations.some(announcesLimit)) return [];
    return plansOf(description).flatMap((plan) =>
      figureNames.flatMap((figure) => {
        const allowed = plan[figure];
        if (allowed === undefined) return [];
        const { window } = planFigures[figure];
        const listed = {
          subject: { plan: plan.name, figure },
          pointer: `/x-rate-limit-plans${pointerTo(plan.name, figure)}`,
          statement: `A key of the plan ${plan.name} must be allowed ${allowed} requests a ${window}, and no more.`,
        };
        const isShown = window === 'minute' || allowed <= mostSpent;
        return [isShown ? listed : { ...listed, waiver: `It takes ${allowed} requests to see it.` }];
      }),
    );
  },
  contractAdvice: () => 'change the figures of the plan',
  server: {
    outOfReach: ({ limitedKey, planKeys = {} }, { plan, figure }) => {
      if (!Object.hasOwn(planKeys, plan))
        return `It takes a key of the plan ${plan}: give one with --limited-key, and --limited-plan ${plan}.`;
      return figure === 'requestsPerDay' && planKeys[plan] === limitedKey
        ? 'The limit of a day shows only where fewer requests are left of it than of that of the minute.'
        : undefined;
    },
    reach: { by: 'limits', spends: 'plans', judge: (seen, subject) => judge(seen, subject) },
    faults: (context, { subject }) => faultsIn(context, subject),
    advice: ({ plan }) => `Give keys of the plan ${plan} the limits that the contract has for it, and announce those.`,
  },
  client: null,
});

const figureNames = ['requestsPerMinute', 'requestsPerDay'] as const satisfies readonly PlanFigure[];

type FigureSubject = Subject<'{plan} {figure}'>;

function judge(seen: LimitObservation, { plan, figure: name }: FigureSubject): Shown {
  const figure = figureNames.find((one) => one === name);
  if (figure === undefined || !('plan' in seen) || seen.plan.name !== plan) return undefined;
  const allowed = seen.plan[figure];
  if (allowed === undefined) return undefined;
  if (seen.of === 'answer to a key of a plan') return announced(seen, figure, allowed);
  return figure === 'requestsPerDay' ? dayAsSpent(seen, allowed) : undefined;
}

/** The limit that an answer announces is that of the minute or that of the day, by its reset. */
function announced(
  { plan, before, answer }: Extract<LimitObservation, { of: 'answer to a key of a plan' }>,
  figure: PlanFigure,
  allowed: number,
): Shown {
  const { limit } = answer.state;
  if (!isSuccess(answer.response) || limit === undefined) return undefined;
  const { window } = planFigures[figure];
  if (limit === allowed) {
    const wrong = figure === 'requestsPerMinute' ? wrongMinute(plan, before, answer) : undefined;
    if (wrong === undefined) return { kept: [answer] };
    return { violation: { documented: `${allowed} requests a minute.`, received: wrong }, by: answer };
  }
  const isOther = figureNames.some((other) => plan[other] === limit) || figureOf(answer) !== figure;
  const documented = `A limit of ${allowed} requests a ${window}, that of the plan ${plan.name}.`;
  return isOther ? undefined : { violation: { documented, received: `a limit of ${limit}` }, by: answer };
}

function aheadOf({ state, response }: LimitedAnswer): number {
  return state.resetsAt === undefined ? 0 : state.resetsAt - response.receivedAt;
}

function figureOf(answer: LimitedAnswer): PlanFigure {
  return aheadOf(answer) <= planFigures.requestsPerMinute.milliseconds + tolerance
    ? 'requestsPerMinute'
    : 'requestsPerDay';
}

/**
 * Why the window of an answer is no minute: one begins with its first request, or with a minute of the clock, from
 * which the windows before are whole minutes away.
 */
function wrongMinute(plan: Plan, before: LimitedAnswer | undefined, answer: LimitedAnswer): string | undefined {
  const { remaining, limit = 0, resetsAt } = answer.state;
  if (resetsAt === undefined || plan.requestsPerDay === limit) return undefined;
  const minute = planFigures.requestsPerMinute.milliseconds;
  const ahead = aheadOf(answer);
  const received = `${limit} requests in a window with ${Math.round(ahead / 1000)} seconds left`;
  if (ahead > minute + tolerance) return received;
  const last = before?.state.limit === limit ? before.state.resetsAt : undefined;
  const isFirst = remaining === limit - 1 && last !== undefined && Math.abs(last - resetsAt) > tolerance;
  // The window begins on the way of the request, however long that takes.
  return isFirst && resetsAt - answer.sentAt < minute - tolerance && !isMultiple(resetsAt - last, minute)
    ? received
    : undefined;
}

function isMultiple(milliseconds: number, window: number): boolean {
  return Math.abs(milliseconds - Math.round(milliseconds / window) * window) <= tolerance;
}

// A day may begin with the first request of it, or at midnight in any time zone.
const quarterHour = 900_000;

function dayAsSpent(
  { served, since, answer }: Extract<LimitObservation, { of: 'request after some of a day' }>,
  allowed: number,
): Shown {
  const documented = `429 after ${allowed} requests of a day.`;
  if (served > allowed) return { violation: { documented, received: `${served} were served` }, by: answer };
  const { limit, resetsAt } = answer.state;
  if (limit !== allowed || answer.response.status !== 429) return undefined;
  if (served < allowed) return { violation: { documented, received: `429 after ${served}` }, by: answer };
  const isShort = resetsAt !== undefined && resetsAt - since < planFigures.requestsPerDay.milliseconds - tolerance;
  if (!isShort || isMultiple(resetsAt, quarterHour)) return { kept: [answer] };
  const seconds = Math.round((resetsAt - since) / 1000);
  return { violation: { documented, received: `a window of ${seconds} seconds` }, by: answer };
}

function faultsIn(context: MessageContext, { plan, figure }: FigureSubject): FaultDraft[] {
  const own = plansOf(context.description).find(({ name }) => name === plan);
  const name = figureNames.find((one) => one === figure);
  const allowed = name && own?.[name];
  if (allowed === undefined) return [];
  const isAbout = (request: HttpRequest, response: HttpResponse, { planKeys = {} }: FaultHarness) =>
    hasKey(request, planKeys[plan] ?? '') && announcedBy(context, request, response)?.limit === allowed;
  const changing = (change: (request: HttpRequest, response: HttpResponse, harness: FaultHarness) => HttpResponse) =>
    altering((response, request, harness) =>
      isAbout(request, response, harness) ? change(request, response, harness) : response,
    );
  const another = faultDraft(
    'another limit',
    changing((request, response) => withAnnounced(context, request, response, 'limit', (limit) => limit + 10)),
  );
  if (name === 'requestsPerMinute') return [another];
  const isNearEnd = (request: HttpRequest, response: HttpResponse) =>
    response.status !== 429 && (announcedBy(context, request, response)?.remaining ?? 5) < 5;
  const early = changing((request, response, harness) =>
    isNearEnd(request, response) ? refusalInstead(context, request, response, harness) : response,
  );
  const served: Wrap = (send, harness) => async (request) => {
    const response = await send(request);
    if (response.status !== 429 || !isAbout(request, response, harness)) return response;
    const other = await send(context.withKey(request, context.operationOf(request), harness.key));
    return announcedAs(context, request, other, response);
  };
  return allowed > mostSpent
    ? []
    : [another, faultDraft('refused before it is spent', early), faultDraft('served when it is spent', served)];
}
