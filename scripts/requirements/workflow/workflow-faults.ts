import { type FaultDraft, faultDraft, type Wrap } from '../fault.ts';
import type { MessageContext } from '../message-context.ts';
import type { RequirementDraft } from '../requirement.ts';

/** While a rule is tried, one of its operations answers otherwise: refuses the key that it should take, or takes it. */
export function ruleFaults(context: MessageContext, requirement: RequirementDraft): FaultDraft[] {
  const rule = context.specification.rules?.list.find(({ id }) => `rules.${id}` === requirement.id);
  if (rule === undefined) return [];
  const during =
    (operationId: string | undefined): Wrap =>
    (send, harness) => {
      const operation = context.operation(operationId ?? null);
      const isTo = context.isTo(operation);
      return (request) => {
        if (harness.doing() !== `rule ${rule.id}` || operation === undefined || !isTo(request)) return send(request);
        const isKnown = [harness.key, harness.limitedKey].some(
          (key) => request.target.includes(key) || request.headers.some(([, value]) => value.endsWith(key)),
        );
        return isKnown ? send(context.withoutKey(request)) : send(context.withKey(request, operation, harness.key));
      };
    };
  const operations = [...new Set([rule.operationIds.at(-1), rule.operationIds[0]])];
  return operations.map((id) => faultDraft(`${id} answers otherwise`, during(id)));
}
