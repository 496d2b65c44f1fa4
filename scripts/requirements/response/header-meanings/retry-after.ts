import { rateLimitStateOf, retryAfterOf } from '../../rate-limit/rate-limit-headers.ts';
import { type MeaningOf, untruth } from './header-meaning.ts';

/** Seconds by which two announcements of the same moment may differ: either is rounded. */
const rounding = 2.5;

/** `Retry-After` (RFC 9110 section 10.2.3). */
export const retryAfterMeaning: MeaningOf = ({ contract }) => ({
  statement: 'be the time to wait, in whole seconds or as a date, and no longer than until the reset',
  whyWrong: (value, { response, documented }) => {
    const seconds = retryAfterOf(response);
    if (seconds === undefined) return `${value}, neither whole seconds nor an HTTP date`;
    if (/^\d+$/.test(value) && seconds < 1) return `${value}, no time to wait`;
    const { resetsAt } = rateLimitStateOf(contract, documented, response);
    if (resetsAt === undefined || response.status !== 429) return undefined;
    // One that is shorter is true where requests come back one by one: a request after it shows that.
    const ahead = (resetsAt - (response.sentAt ?? response.receivedAt)) / 1000;
    return seconds > ahead + rounding ? `${value}, with the reset ${Math.round(ahead)} seconds away` : undefined;
  },
  untruths: () => [
    untruth('100 seconds too long', (text) => String(Number(text) + 100)),
    untruth('in milliseconds', (text) => `${text}000`),
  ],
});
