import type { Node } from './document.ts';
import type { References } from './references.ts';
import type { ValueReader } from './value-reader.ts';
import type { Action, Target } from './workflow.ts';

/** What is to happen after the steps of one workflow. */
export class ActionReader {
  readonly #references: References;
  readonly #values: ValueReader;
  readonly #workflow: Node;
  readonly #stepIds: readonly string[];

  constructor(references: References, values: ValueReader, workflow: Node, stepIds: readonly string[]) {
    this.#references = references;
    this.#values = values;
    this.#workflow = workflow;
    this.#stepIds = stepIds;
  }

  /** Those of a step, else those of its workflow. Throws ContractError. */
  read(node: Node, name: 'onSuccess' | 'onFailure', fallback: 'successActions' | 'failureActions'): Action[] {
    const items = node.get(name) === undefined ? this.#workflow.items(fallback) : node.items(name);
    return items.map((item) => {
      const action = this.#references
        .component(item, fallback)
        .only('name', 'type', 'workflowId', 'stepId', 'retryAfter', 'retryLimit', 'criteria');
      const criteria = this.#values.criteria(action, 'criteria');
      const type = action.need('type');
      const to = this.#target(action);
      if (type.asText() === 'end' && to === null) return { type: 'end', criteria };
      if (type.asText() === 'goto' && to !== null) return { type: 'goto', to, criteria };
      if (type.asText() !== 'retry' || name === 'onSuccess')
        return type.refuse(`\`${type.asText()}\` is not supported here.`);
      return {
        type: 'retry',
        to,
        after: action.get('retryAfter')?.asNumber() ?? 0,
        limit: action.get('retryLimit')?.asNumber() ?? 1,
        criteria,
      };
    });
  }

  #target(action: Node): Target | null {
    const [step, workflow] = [action.get('stepId'), action.get('workflowId')];
    if (step !== undefined && workflow !== undefined)
      return action.refuse('An action leads to a step or to a workflow.');
    if (workflow !== undefined) return { kind: 'workflow', id: this.#references.workflowId(workflow) };
    if (step === undefined) return null;
    const index = this.#stepIds.indexOf(step.asText());
    return index < 0 ? step.refuse(`There is no step ${step.asText()} in this workflow.`) : { kind: 'step', index };
  }
}
