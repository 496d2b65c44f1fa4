import type { FactDraft } from '../../verify/facts.ts';
import { type Departing, departing, type Wrap } from './fault.ts';
import type { Wire } from './wire.ts';

/** While a rule is tried, one of its operations answers otherwise: refuses the key that it should take, or takes it. */
export function ruleFaults(wire: Wire, fact: FactDraft): Departing[] {
  const rule = wire.proof.rules?.list.find(({ id }) => `rules.${id}` === fact.id);
  if (rule === undefined) return [];
  const during = (operationId: string | undefined): Wrap => (send, world) => {
    const operation = wire.operation(operationId ?? null);
    const isTo = wire.isTo(operation);
    return (request) => {
      if (world.doing() !== `rule ${rule.id}` || operation === undefined || !isTo(request)) return send(request);
      const isKnown = [world.key, world.limitedKey].some((key) => request.target.includes(key) || request.headers.some(([, value]) => value.endsWith(key)));
      return isKnown ? send(wire.withoutKey(request)) : send(wire.withKey(request, operation, world.key));
    };
  };
  const operations = [...new Set([rule.operationIds.at(-1), rule.operationIds[0]])];
  return operations.map((id) => departing(`${id} answers otherwise`, during(id)));
}
