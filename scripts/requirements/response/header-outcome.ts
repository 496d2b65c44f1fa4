import { headerOf } from '../../http/exchange.ts';
import type { OutOfReach } from '../judgement.ts';
import type { OutcomeDifference } from './outcome-difference.ts';
import type { ShownResponse } from './shown-response.ts';

interface HeaderSubject {
  status: string;
  name: string;
}

/** Whether a documented response has the header that a requirement is about. */
export function isShownHeader({ status, sent }: ShownResponse, subject: HeaderSubject): boolean {
  return status === subject.status && headerOf(sent, subject.name) !== undefined;
}

/** A difference in a header is about the requirements of that header, and no other is nearer. */
export function nearnessOfHeader({ about }: OutcomeDifference, { name }: HeaderSubject): number | undefined {
  return about.kind === 'header' && about.name.toLowerCase() === name.toLowerCase() ? 1 : undefined;
}

/** What a response shows without a header that it may lack: a header that never comes keeps and violates nothing. */
export function neverSent(name: string): OutOfReach {
  return { outOfReach: `${name} may be left out, and no response has had it.` };
}
