import type { Exchange } from '../../http/exchange.ts';
import type { Allowed } from '../../requirements/kind.ts';
import { requirementId } from '../../requirements/requirement.ts';
import type { WorkflowSummary } from '../../requirements/specification.ts';
import { workflow as kind, workflowStep } from '../../requirements/workflow/workflow.ts';
import { describeUnmet, runWorkflow, type WorkflowFile } from '../arazzo/workflows.ts';
import { withoutResponse } from './lanes.ts';
import type { Session } from './session/session.ts';

/** Runs the workflows beside a contract against a server: each shows whether a requirement is kept. */
export class WorkflowRuns {
  readonly #session: Session;
  readonly #file: WorkflowFile | undefined;
  readonly #progress: (doing: string) => void;

  constructor(session: Session, file: WorkflowFile | undefined, progress: (doing: string) => void) {
    this.#session = session;
    this.#file = file;
    this.#progress = progress;
  }

  /** Runs every workflow; given the id of a requirement, only the workflow that it is about, if it is about one. */
  async run(onlyFor?: string): Promise<void> {
    for (const workflow of this.#file?.list ?? []) {
      if (onlyFor === undefined || idOf(workflow) === onlyFor) await withoutResponse(() => this.#runOne(workflow));
    }
  }

  async #runOne(workflow: WorkflowSummary): Promise<void> {
    this.#progress(workflowStep(workflow.id));
    const { ledger, keys } = this.#session;
    const id = idOf(workflow);
    const inputs = { key: keys.key, ...(keys.limitedKey !== undefined && { limitedKey: keys.limitedKey }) };
    const missing = workflow.inputs.filter((name) => !Object.hasOwn(inputs, name));
    if (this.#file === undefined || missing.length > 0)
      return ledger.unproven(id, `it needs ${missing.join(' and ')}, which was not given`);
    const allowed: Allowed = workflow.inputs.includes('limitedKey') ? { mayBeLimited: true } : {};
    const exchanges: (Exchange & { title: string })[] = [];
    const outcome = await runWorkflow(this.#file, workflow, inputs, async (request, operation) => {
      const set = this.#session.setOf(operation);
      const { response } = await this.#session.sender.send(request, set, operation.path, allowed);
      exchanges.push({ title: operation.id, request, response });
      return response;
    });
    if (outcome.verdict === 'kept') return ledger.keep(id, ...exchanges);
    if (outcome.isRefusedForRate || outcome.exchange === null)
      return ledger.unproven(id, `step ${outcome.step} was not reached: ${outcome.received}`);
    ledger.violate(id, { ...outcome.exchange, documented: describeUnmet(outcome), received: outcome.received });
  }
}

function idOf({ id }: WorkflowSummary): string {
  return requirementId(kind.id, { workflowId: id });
}
