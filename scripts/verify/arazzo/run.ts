import { setTimeout as delay } from 'node:timers/promises';
import { type HttpRequest, type HttpResponse, headerOf } from '../../http/exchange.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { isMet } from './criteria.ts';
import { evaluate, NoValue, type Scope } from './expressions.ts';
import { type Failure, impossible, undocumented, unmet } from './failure.ts';
import { buildRequest, resolve } from './request.ts';
import { bodyOf, type ValueObject } from './values.ts';
import {
  type Action,
  inputsFor,
  type Outputs,
  type Step,
  type Target,
  type Workflow,
  type Workflows,
} from './workflow.ts';

export type Call = (request: HttpRequest, operation: Operation) => Promise<HttpResponse>;

type Attempt = { outputs: ValueObject; scope: Scope; failure: Failure | null };
type Next = { kind: 'step'; index: number } | { kind: 'end' };

// As many as Redocly respect allows for all of a file.
const maximumSteps = 2000;

/** One run of a workflow with those that it calls. */
export class Run {
  readonly #workflows: Workflows;
  readonly #call: Call;
  readonly #finished = new Map<string, { inputs: ValueObject; outputs: ValueObject }>();
  #steps = 0;
  /** The first step that failed for good; whatever is done about it, the workflow has failed. */
  #failure: Failure | null = null;

  constructor(workflows: Workflows, call: Call) {
    this.#workflows = workflows;
    this.#call = call;
  }

  /**
   * Runs a workflow after those that it depends on; null when every step succeeded. Lets through what `call` throws.
   */
  async start(workflow: Workflow, given: Readonly<ValueObject>): Promise<Failure | null> {
    await this.#withDependencies(workflow, given, new Set());
    return this.#failure;
  }

  async #withDependencies(workflow: Workflow, given: Readonly<ValueObject>, done: Set<string>): Promise<void> {
    if (done.has(workflow.id)) return;
    done.add(workflow.id);
    for (const id of workflow.dependsOn) await this.#withDependencies(this.#workflow(id), given, done);
    if (this.#failure === null) await this.#run(workflow, inputsFor(workflow, given));
  }

  #workflow(id: string): Workflow {
    const workflow = this.#workflows.get(id);
    // The reader has refused every other one.
    if (workflow === undefined) throw new Error(`There is no workflow ${id}.`);
    return workflow;
  }

  async #run(workflow: Workflow, inputs: ValueObject): Promise<ValueObject> {
    const steps = new Map<string, ValueObject>();
    const scope: Scope = { inputs, steps, workflows: this.#finished, outputs: {}, exchange: null };
    let next: Next = { kind: 'step', index: 0 };
    while (next.kind === 'step') {
      const step: Step | undefined = workflow.steps[next.index];
      if (step === undefined) break;
      next = await this.#perform(workflow, step, next.index, scope, steps);
    }
    const outputs = valuesOf(workflow.outputs, scope);
    this.#finished.set(workflow.id, { inputs, outputs });
    return outputs;
  }

  /** One step with its retries. */
  async #perform(
    workflow: Workflow,
    step: Step,
    index: number,
    scope: Scope,
    steps: Map<string, ValueObject>,
  ): Promise<Next> {
    const retries = new Map<Action, number>();
    for (;;) {
      const before = this.#failure;
      const attempt = await this.#attempt(step, scope);
      steps.set(step.id, attempt.outputs);
      const { failure } = attempt;
      const actions = failure === null ? step.onSuccess : step.onFailure;
      const action = actions.find(
        (one) =>
          one.criteria.every((criterion) => isMet(criterion, attempt.scope)) &&
          (one.type !== 'retry' || (retries.get(one) ?? 0) < one.limit),
      );
      if (action?.type === 'retry' && this.#steps < maximumSteps) {
        this.#failure = before;
        retries.set(action, (retries.get(action) ?? 0) + 1);
        await delay(secondsBefore(action.after, failure) * 1000);
        if (action.to !== null) await this.#visit(workflow, action.to, scope, steps);
        continue;
      }
      this.#failure ??= failure;
      // Steps that lead to each other without a request would let nothing else come to its turn.
      if (action?.type === 'goto' && this.#steps <= maximumSteps) return this.#goTo(action.to, scope);
      return action === undefined && failure === null ? { kind: 'step', index: index + 1 } : { kind: 'end' };
    }
  }

  async #goTo(to: Target, scope: Scope): Promise<Next> {
    if (to.kind === 'step') return to;
    const target = this.#workflow(to.id);
    await this.#run(target, inputsFor(target, scope.inputs));
    return { kind: 'end' };
  }

  /** What a retry does first. */
  async #visit(workflow: Workflow, to: Target, scope: Scope, steps: Map<string, ValueObject>): Promise<void> {
    if (to.kind === 'workflow') return void (await this.#goTo(to, scope));
    const step = workflow.steps[to.index];
    if (step !== undefined) await this.#perform(workflow, step, to.index, scope, steps);
  }

  async #attempt(step: Step, scope: Scope): Promise<Attempt> {
    this.#steps += 1;
    if (this.#steps > maximumSteps)
      return failed(step, scope, 'The workflow ends', `It has not ended after ${maximumSteps} steps.`);
    try {
      return step.kind === 'workflow' ? await this.#callWorkflow(step, scope) : await this.#callOperation(step, scope);
    } catch (error) {
      if (error instanceof NoValue)
        return failed(step, scope, `The request of the step ${step.id} can be made`, `${error.message}.`);
      throw error;
    }
  }

  async #callWorkflow(step: Extract<Step, { kind: 'workflow' }>, scope: Scope): Promise<Attempt> {
    const target = this.#workflow(step.workflowId);
    const before = this.#failure;
    this.#failure = null;
    const outputs = await this.#run(
      target,
      inputsFor(target, Object.fromEntries(step.inputs.map(([name, value]) => [name, resolve(value, scope)]))),
    );
    const inner: Failure | null = this.#failure;
    this.#failure = before;
    const own = { ...scope, outputs };
    return { outputs: valuesOf(step.outputs, own), scope: own, failure: inner ?? unmet(step, own, null) };
  }

  async #callOperation(step: Extract<Step, { kind: 'operation' }>, scope: Scope): Promise<Attempt> {
    const { request, message } = buildRequest(step, scope);
    const response = await this.#call(request, step.operation);
    const received = {
      headers: response.headers,
      path: {},
      query: {},
      body: bodyOf(response.body),
      status: response.status,
    };
    const own = {
      ...scope,
      exchange: { url: request.target, method: request.method, request: message, response: received },
    };
    return {
      outputs: valuesOf(step.outputs, own),
      scope: own,
      failure: unmet(step, own, { request, response }) ?? undocumented(step, { request, response }),
    };
  }
}

function failed(step: Step, scope: Scope, documented: string, received: string): Attempt {
  return { outputs: {}, scope, failure: impossible(step, documented, received) };
}

function valuesOf(outputs: Outputs, scope: Scope): ValueObject {
  return Object.fromEntries(
    outputs.flatMap(([name, expression]) => {
      const value = evaluate(expression, scope);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/**
 * Arazzo lets the server's word on when to come back overrule the document's, where it is one: with 3xx and 503
 * (RFC 9110 section 10.2.3) and 429 (RFC 6585 section 4).
 */
function secondsBefore(after: number, failure: Failure | null): number {
  const response = failure?.exchange?.response;
  const asked =
    response !== undefined && /^(3\d\d|429|503)$/.test(String(response.status))
      ? headerOf(response, 'Retry-After')
      : undefined;
  return asked !== undefined && /^\d+$/.test(asked) ? Number(asked) : after;
}
