import type { HttpResponse } from '../../../http/exchange.ts';
import type { Description } from '../../../openapi/description.ts';
import { type JsonObject, objectOf } from '../../../openapi/json.ts';
import type { DocumentedResponse } from '../../../openapi/operation-table.ts';
import {
  type RateLimitState,
  type ResetForm,
  rateLimitStateOf,
  requiredResetForm,
} from '../../rate-limit/rate-limit-headers.ts';
import { type MeaningOf, type Untruth, untruth } from './header-meaning.ts';

const day = 86_400_000;
const minute = 60_000;

/** `X-RateLimit-Reset`: when the window ends, as the contract has it written. */
export const resetMeaning: MeaningOf = (description, _, header) => {
  const form = requiredResetForm(description.contract, header);
  return {
    statement: form === undefined ? 'say when the limit resets, as a Unix timestamp or in seconds' : statements[form],
    whyWrong: (value, seen) =>
      /^\d+$/.test(value) ? whyImplausible(description, value, seen) : `${value}, not a whole number`,
    untruths: () => [
      untruth('in milliseconds', (text) => `${text}000`),
      ...(form === undefined ? [] : [otherForms[form]]),
      untruth('moves on with each response', (text, { before }) => String(Number(text) + 5 * (before + 1))),
    ],
  };
};

const statements: Readonly<Record<ResetForm, string>> = {
  'unix-timestamp': 'be the Unix timestamp, in seconds, at which the limit resets',
  'seconds-from-now': 'be the number of seconds until the limit resets',
};

const otherForms: Readonly<Record<ResetForm, Untruth>> = {
  'unix-timestamp': untruth('seconds from now', (text, { harness }) =>
    String(Math.max(0, Number(text) - Math.floor(harness.now() / 1000))),
  ),
  'seconds-from-now': untruth('a timestamp', (text, { harness }) =>
    String(Number(text) + Math.floor(harness.now() / 1000)),
  ),
};

function whyImplausible(
  { contract, service: { rateLimitPlans } }: Description,
  value: string,
  { response, documented }: { response: HttpResponse; documented: DocumentedResponse },
): string | undefined {
  const state = rateLimitStateOf(contract, documented, response);
  const ahead = (state.resetsAt ?? Number.POSITIVE_INFINITY) - response.receivedAt;
  // The plans that a contract can describe have a minute and a day.
  const longest = (Object.keys(rateLimitPlans).length > 0 ? day : 31 * day) + minute;
  // It may have passed while the request was under way.
  const behind = (response.sentAt ?? response.receivedAt) - (state.resetsAt ?? Number.POSITIVE_INFINITY);
  if (behind > 2000) return `${value}, ${describeSpan(behind)} in the past`;
  if (isPerMinute(rateLimitPlans, state) && ahead > minute + 2500 && ahead < longest)
    return `${value}, ${describeSpan(ahead)} from now for a limit of ${state.limit} requests a minute`;
  if (ahead <= longest) return undefined;
  return `${value}, ${Number.isFinite(ahead) ? `${describeSpan(ahead)} from now` : 'no plausible moment'}`;
}

/** True when the plans have this limit for a minute, and none has it for a day. */
function isPerMinute(plans: JsonObject, { limit }: RateLimitState): boolean {
  const all = Object.values(plans).map(objectOf);
  return (
    limit !== undefined &&
    all.some((plan) => plan['requestsPerMinute'] === limit) &&
    all.every((plan) => plan['requestsPerDay'] !== limit)
  );
}

function describeSpan(milliseconds: number): string {
  return milliseconds < 2 * day
    ? `${Math.round(milliseconds / 1000)} seconds`
    : `${Math.round(milliseconds / day)} days`;
}
