import { describeLocation } from '../cli/problem.ts';
import type { Advice, Requirement } from '../verify/result.ts';
import { kindOf } from './registry.ts';
import type { RequirementSubject } from './requirement.ts';
import type { Side } from './side.ts';

/** What to do about a broken requirement: on the side that broke it, or else in the contract. */
export function adviceFor({ location }: Requirement, subject: RequirementSubject, side: Side): Advice {
  const at = describeLocation(location);
  const change = contractChange(subject);
  const contract = change === undefined ? 'No contract can allow it.' : `If the ${side} is right, ${change} at ${at}.`;
  return side === 'server' ? { server: serverChange(subject), contract } : { client: clientChange(subject), contract };
}

function contractChange(subject: RequirementSubject): string | undefined {
  switch (subject.kind) {
    case 'registered':
      return kindOf(subject.of).contractAdvice(subject.of.subject) ?? undefined;
    case 'requestBody':
      return `change ${subject.keyword}`;
    case 'request':
      return undefined;
  }
}

function serverChange(subject: RequirementSubject): string {
  switch (subject.kind) {
    case 'registered':
      return kindOf(subject.of).server?.advice(subject.of.subject) ?? '';
    case 'requestBody':
      return 'Check the body as its schema says, and keep what it allows unaltered.';
    case 'request':
      return 'Nothing: this is about clients.';
  }
}

function clientChange(subject: RequirementSubject): string {
  switch (subject.kind) {
    case 'registered':
      return kindOf(subject.of).client?.advice(subject.of.subject) ?? '';
    case 'requestBody':
      return 'Send a body as its schema allows, and as the caller gave it.';
    case 'request':
      return 'Send what the contract describes.';
  }
}
