import type { Exchange } from '../../http/exchange.ts';
import { expressionsOfCriterion, isMet, receivedBy } from './criteria.ts';
import type { Scope } from './expressions.ts';
import type { Step } from './workflow.ts';

/** Why a step did not succeed. */
export interface Failure {
  step: string;
  /** Of the criterion, or of the step itself. */
  pointer: string;
  documented: string;
  received: string;
  /** Null when the request could not be made. */
  exchange: Exchange | null;
  /** True when the response was 429, which the step does not ask for. */
  isRefusedForRate: boolean;
}

/** Of a step that was not made: for want of a value, or because its workflow does not end. */
export function impossible({ id, pointer }: Step, documented: string, received: string): Failure {
  return { step: id, pointer, documented, received, exchange: null, isRefusedForRate: false };
}

/** By the first criterion of a step that is not met; null where all are. */
export function unmet(step: Step, scope: Scope, exchange: Exchange | null): Failure | null {
  const criterion = step.criteria.find((one) => !isMet(one, scope));
  if (criterion === undefined) return null;
  return {
    step: step.id,
    pointer: criterion.pointer,
    documented: criterion.text,
    received: receivedBy(criterion, scope),
    exchange,
    isRefusedForRate: isRefused(step, scope),
  };
}

/** A step asks for 429 when the criteria that are about the status are met by it. */
function isRefused(step: Step, scope: Scope): boolean {
  if (scope.exchange?.response.status !== 429) return false;
  const ofStatus = step.criteria.filter((criterion) =>
    expressionsOfCriterion(criterion).some(({ kind }) => kind === 'statusCode'),
  );
  return ofStatus.length === 0 || !ofStatus.every((criterion) => isMet(criterion, scope));
}

/** A step that says nothing of its response expects one that the contract documents. */
export function undocumented(step: Extract<Step, { kind: 'operation' }>, exchange: Exchange): Failure | null {
  const { id, responses } = step.operation;
  const { status } = exchange.response;
  const isDocumented = [String(status), `${String(status).slice(0, 1)}XX`, 'default'].some((one) =>
    Object.hasOwn(responses, one),
  );
  if (step.criteria.length > 0 || isDocumented) return null;
  return {
    step: step.id,
    pointer: step.pointer,
    documented: `A status of ${id}: ${Object.keys(responses).join(', ')}`,
    received: `$statusCode is ${status}`,
    exchange,
    isRefusedForRate: status === 429,
  };
}
