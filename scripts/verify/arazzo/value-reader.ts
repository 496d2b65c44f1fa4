import { type Criterion, expressionsOfCriterion, readCriterion } from './criteria.ts';
import type { Node } from './document.ts';
import { type Expression, expressionsIn, readExpression, readTemplate } from './expressions.ts';
import type { References } from './references.ts';
import { isRecord } from './values.ts';
import type { Input, Outputs, Pattern } from './workflow.ts';

/**
 * Reads values, criteria and outputs in one workflow.
 * Throws ContractError for an expression that speaks of what is not there.
 */
export class ValueReader {
  readonly #references: References;
  readonly #workflow: Node;
  readonly #inputs: readonly Input[];

  constructor(references: References, workflow: Node, inputs: readonly Input[]) {
    this.#references = references;
    this.#workflow = workflow;
    this.#inputs = inputs;
  }

  /** A value whose texts may be expressions. */
  pattern(node: Node): Pattern {
    const { value } = node;
    if (Array.isArray(value)) return { kind: 'list', items: node.list().map((item) => this.pattern(item)) };
    if (isRecord(value))
      return { kind: 'object', members: node.members().map(([name, member]) => [name, this.pattern(member)]) };
    if (typeof value !== 'string') return { kind: 'value', value };
    const template = node.read(() => readTemplate(value));
    for (const expression of expressionsIn(template)) this.#check(expression, node);
    return { kind: 'template', template };
  }

  /** The outputs of a step, or of the workflow. */
  outputs(node: Node): Outputs {
    return (node.get('outputs')?.members() ?? []).map(([name, output]) => {
      const expression = output.read(() => readExpression(output.asText()));
      this.#check(expression, output);
      return [name, expression];
    });
  }

  /** The criteria of a step, or of an action. */
  criteria(node: Node, name: string): Criterion[] {
    return node.items(name).map((item) => {
      item.only('context', 'condition', 'type');
      const type = item.get('type');
      if (
        isRecord(type?.value) &&
        type.only('type', 'version').text('version') !== 'draft-goessner-dispatch-jsonpath-00'
      )
        type.refuse('Only JSONPath of RFC 9535 is supported.');
      const kind = isRecord(type?.value) ? type.need('type').asText() : (type?.asText() ?? 'simple');
      const condition = item.need('condition');
      const criterion = condition.read(() =>
        readCriterion(item.pointer, kind, condition.asText(), item.text('context')),
      );
      for (const expression of expressionsOfCriterion(criterion)) this.#check(expression, condition);
      return criterion;
    });
  }

  #check(expression: Expression, node: Node): void {
    if (expression.kind === 'inputs' && !this.#inputs.some(({ name }) => name === expression.name))
      node.refuse(`The workflow declares no input ${expression.name}.`);
    if (expression.kind === 'workflows' && !this.#references.workflows.has(expression.workflow))
      node.refuse(`There is no workflow ${expression.workflow} in this file.`);
    if (expression.kind !== 'steps') return;
    const step =
      this.#workflow.items('steps').find((one) => one.text('stepId') === expression.step) ??
      node.refuse(`There is no step ${expression.step} in this workflow.`);
    if (step.get('outputs')?.get(expression.name) === undefined)
      node.refuse(`The step ${expression.step} has no output ${expression.name}.`);
  }
}
