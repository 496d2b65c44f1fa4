import { type FaultDraft, faultDraft, type Wrap } from '../fault.ts';
import { defineKind } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import type { WorkflowSummary } from '../specification.ts';
import { likeItemFaults } from './like-item-faults.ts';

/** What a run is doing while it runs a workflow: reports of progress and faults name it alike. */
export function workflowStep(workflowId: string): string {
  return `workflow ${workflowId}`;
}

/** Every call of a workflow (Arazzo) is answered as its steps say. */
export const workflow = defineKind({
  id: 'workflows.{workflowId}',
  section: () => 'Workflows',
  list: ({ specification: { workflows } }, operation) =>
    operation === null
      ? (workflows?.list ?? []).map(({ id, pointer, location, summary }) => ({
          subject: { workflowId: id },
          pointer,
          location,
          statement: summary,
        }))
      : [],
  contractAdvice: () => 'change the workflow',
  server: {
    reach: { by: 'workflows' },
    faults: (context, { subject }) => {
      const own = context.specification.workflows?.list.find(({ id }) => id === subject.workflowId);
      return own === undefined ? [] : [...faultsOf(context, own), ...likeItemFaults(context, own.repeatedIds)];
    },
    advice: () => 'Answer the calls of the workflow as its steps say.',
  },
  client: null,
});

/**
 * While the workflow runs, one of its operations refuses the key that it should take,
 * or takes one that it should refuse.
 */
function faultsOf(context: MessageContext, { id, operationIds }: WorkflowSummary): FaultDraft[] {
  const changed = [...new Set([operationIds.at(-1), operationIds[0]])];
  return changed.flatMap((operationId) => {
    const operation = context.operation(operationId ?? null);
    if (operation === undefined) return [];
    const isTo = context.isTo(operation);
    const wrap: Wrap = (send, harness) => (request) => {
      if (harness.doing() !== workflowStep(id) || !isTo(request)) return send(request);
      const isKnown = [harness.key, harness.limitedKey].some(
        (key) => request.target.includes(key) || request.headers.some(([, value]) => value.endsWith(key)),
      );
      return send(isKnown ? context.withoutKey(request) : context.withKey(request, operation, harness.key));
    };
    return [faultDraft(`${operation.id} answers otherwise`, wrap)];
  });
}
