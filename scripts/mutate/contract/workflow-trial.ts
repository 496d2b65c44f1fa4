import { NoResponse } from '../../http/exchange.ts';
import { openHttpClient } from '../../http/http-client.ts';
import { catalogueOf } from '../../requirements/catalogue.ts';
import type { ServerFault, Wrap } from '../../requirements/fault.ts';
import { requirementId } from '../../requirements/requirement.ts';
import type { WorkflowSummary } from '../../requirements/specification.ts';
import { workflow as kind, workflowStep } from '../../requirements/workflow/workflow.ts';
import { describeUnmet, runWorkflow } from '../../verify/arazzo/workflows.ts';
import { clockOf } from '../../verify/server/connect.ts';
import { openReferenceServer, type ReferenceServer } from '../../verify/server/reference-server.ts';
import type { RunnableSpecification } from '../../verify/specification.ts';
import { serverFaults } from '../server/server-faults.ts';
import type { Detection } from './contract-detection.ts';

const unchanged: Wrap = (send) => send;

/** The workflows beside a contract as they are, the reference server, and the faults of it that they detect. */
export class WorkflowTrial {
  readonly #original: RunnableSpecification;
  readonly #server: ReferenceServer;
  readonly #faults: readonly (ServerFault & { operationId: string | null })[];
  readonly #detected = new Map<string, Promise<boolean>>();

  private constructor(original: RunnableSpecification, server: ReferenceServer) {
    this.#original = original;
    this.#server = server;
    const operationIds = new Map(catalogueOf(original, 'server').map(({ id, operationId }) => [id, operationId]));
    this.#faults = serverFaults(original).map((fault) => ({
      ...fault,
      operationId: operationIds.get(fault.requirementId) ?? null,
    }));
  }

  static async open(original: RunnableSpecification): Promise<WorkflowTrial> {
    return new WorkflowTrial(original, await openReferenceServer());
  }

  close(): Promise<void> {
    return this.#server.stop();
  }

  /**
   * Runs the workflows of `requirementIds` as they are in a changed file. A change is detected where one fails on the
   * reference server, or no longer fails on a server with a fault that it detects without the change.
   */
  async detect(changed: RunnableSpecification, requirementIds: readonly string[]): Promise<Detection | undefined> {
    const own = this.#original.workflows?.list.filter(({ id }) => requirementIds.includes(idOf(id))) ?? [];
    for (const workflow of own) {
      const now = changed.workflows?.list.find(({ id }) => id === workflow.id);
      const failure = now && (await this.#failureOf(changed, now, unchanged));
      if (failure !== undefined) return failure;
      const missed = await this.#firstMissed(workflow, changed, now);
      if (missed !== undefined)
        return {
          check: 'workflows',
          message: `The workflow ${workflow.id} no longer reports a server with the fault ${missed.id}.`,
          places: [workflow.location],
        };
    }
    return undefined;
  }

  /** The first fault that a workflow detects, and after the change does not. */
  async #firstMissed(
    workflow: WorkflowSummary,
    changed: RunnableSpecification,
    now: WorkflowSummary | undefined,
  ): Promise<ServerFault | undefined> {
    for (const fault of this.#faultsFor(workflow)) {
      if (!(await this.#isDetected(workflow, fault))) continue;
      if (now === undefined || (await this.#failureOf(changed, now, fault.wrap)) === undefined) return fault;
    }
    return undefined;
  }

  /** Its own, then those of the operations that it calls, and of none in particular. */
  #faultsFor({ id, operationIds }: WorkflowSummary): ServerFault[] {
    const own = this.#faults.filter(({ requirementId }) => requirementId === idOf(id));
    const others = this.#faults.filter(
      ({ requirementId, operationId }) =>
        !requirementId.startsWith(idOf('')) && (operationId === null || operationIds.includes(operationId)),
    );
    return [...own, ...others];
  }

  #isDetected(workflow: WorkflowSummary, { id, wrap }: ServerFault): Promise<boolean> {
    const name = `${workflow.id} ${id}`;
    const known =
      this.#detected.get(name) ??
      this.#failureOf(this.#original, workflow, wrap).then((failure) => failure !== undefined);
    this.#detected.set(name, known);
    return known;
  }

  /** How a workflow fails alone, in a harness of its own with something before it. */
  async #failureOf(
    { workflows }: RunnableSpecification,
    workflow: WorkflowSummary,
    wrap: Wrap,
  ): Promise<Detection | undefined> {
    if (workflows === undefined) return undefined;
    const harness = await this.#server.open();
    const { key, limitedKey } = harness;
    const { now } = clockOf(harness);
    const client = openHttpClient(harness.baseUrl, 1, now);
    const doing = () => workflowStep(workflow.id);
    const send = wrap((request) => client.send(request), { key, limitedKey, now, doing });
    try {
      const outcome = await runWorkflow(workflows, workflow, { key, limitedKey }, send);
      if (outcome.verdict === 'kept') return undefined;
      const message = `${describeUnmet(outcome)} Received: ${outcome.received}`;
      return { check: 'workflows', message, places: [workflow.location, outcome.location] };
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error;
      return { check: 'workflows', message: error.message, places: [workflow.location] };
    } finally {
      client.close();
      await harness.close();
    }
  }
}

function idOf(workflowId: string): string {
  return requirementId(kind.id, { workflowId });
}
