import { shortened } from '../../cli/text.ts';
import { type Exact, writeExact } from '../../http/exact-json.ts';
import { differenceBetween } from '../../http/json-difference.ts';
import type { Parameter } from '../../openapi/operation-table.ts';
import { callerValueOf } from '../../requirements/caller-value.ts';
import type { Call } from '../../requirements/client/calls.ts';
import type { CheckedRequest } from '../../requirements/request/request-check.ts';
import type { Requirement } from '../../requirements/requirement.ts';
import { propertiesIn } from '../../requirements/schema/part-path.ts';

/** A value of a call that did not arrive as the caller gave it. */
interface ChangedValue {
  /** Whether a requirement is about the value. */
  isAbout(requirement: Requirement): boolean;
  given: string;
  arrived: string;
}

type Sent = NonNullable<CheckedRequest['sent']>;

/** The values of a call that a request has otherwise: parameters, then the body. */
export function changedValues(call: Call, sent: Sent): ChangedValue[] {
  return [...changedParameters(call, sent), ...changedBody(call, sent)];
}

function changedParameters({ operation, parameters }: Call, sent: Sent): ChangedValue[] {
  return operation.parameters.flatMap((parameter): ChangedValue[] => {
    const [given, arrived] = [parameters.get(parameter), sent.parameters.get(parameter)];
    return differenceBetween(given, arrived) === undefined
      ? []
      : [{ isAbout: isAboutParameter(parameter), given: textOf(given), arrived: textOf(arrived) }];
  });
}

function isAboutParameter({ in: place, name }: Parameter): (requirement: Requirement) => boolean {
  return (requirement) => {
    const value = callerValueOf(requirement);
    return value?.kind === 'parameter' && value.in === place && (value.name === name || value.name === null);
  };
}

function changedBody({ body }: Call, sent: Sent): ChangedValue[] {
  const path = differenceBetween(body, sent.body);
  if (path === undefined) return [];
  const [name] = path.filter((step) => !/^\d+$/.test(step));
  const isAbout = (requirement: Requirement) => {
    const value = callerValueOf(requirement);
    return value?.kind === 'body' && (name === undefined || propertiesIn(value.path)[0] === name);
  };
  return [{ isAbout, given: textOf(body), arrived: textOf(sent.body) }];
}

function textOf(value: Exact | undefined): string {
  return value === undefined ? 'nothing' : shortened(writeExact(value));
}
