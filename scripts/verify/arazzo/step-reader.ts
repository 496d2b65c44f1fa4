import { segmentsOf } from '../../openapi/json.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { ActionReader } from './action-reader.ts';
import type { Node } from './document.ts';
import { documentedBody, isStructured } from './documented-body.ts';
import { readInputs } from './inputs.ts';
import { type References, replaced } from './references.ts';
import type { ValueReader } from './value-reader.ts';
import type { CommonStep, Parameter, Pattern, Payload, Step } from './workflow.ts';

/** Reads the steps of one workflow. */
export class StepReader {
  readonly #references: References;
  readonly #values: ValueReader;
  readonly #actions: ActionReader;
  readonly #workflow: Node;

  constructor(references: References, values: ValueReader, actions: ActionReader, workflow: Node) {
    this.#references = references;
    this.#values = values;
    this.#actions = actions;
    this.#workflow = workflow;
  }

  /** One step. Throws ContractError. */
  read(node: Node): Step {
    node.only(
      'stepId',
      'description',
      'operationId',
      'operationPath',
      'workflowId',
      'parameters',
      'requestBody',
      'successCriteria',
      'onSuccess',
      'onFailure',
      'outputs',
    );
    const calls = ['operationId', 'operationPath', 'workflowId'].filter((name) => node.get(name) !== undefined);
    if (calls.length !== 1) node.refuse('A step has one of `operationId`, `operationPath` and `workflowId`.');
    const common: CommonStep = {
      id: node.need('stepId').asText(),
      pointer: node.pointer,
      criteria: this.#values.criteria(node, 'successCriteria'),
      onSuccess: this.#actions.read(node, 'onSuccess', 'successActions'),
      onFailure: this.#actions.read(node, 'onFailure', 'failureActions'),
      outputs: this.#values.outputs(node),
    };
    const target = node.get('workflowId');
    return target === undefined
      ? { ...common, ...this.#operationStep(node) }
      : { ...common, ...this.#workflowStep(node, target) };
  }

  #operationStep(node: Node) {
    const operation = this.#references.operation(node);
    const parameters = new Map<string, Parameter>();
    for (const parameter of [...this.#workflow.items('parameters'), ...node.items('parameters')]) {
      const read = this.#parameter(parameter);
      parameters.set(`${read.in} ${read.in === 'header' ? read.name.toLowerCase() : read.name}`, read);
    }
    const body = node.get('requestBody');
    return {
      kind: 'operation' as const,
      operation,
      parameters: [...parameters.values()],
      body: body === undefined ? documentedBody(this.#references.contract, operation) : this.#body(body, operation),
    };
  }

  #workflowStep(node: Node, target: Node) {
    const workflowId = this.#references.workflowId(target);
    node.only(
      'stepId',
      'description',
      'workflowId',
      'parameters',
      'onSuccess',
      'onFailure',
      'outputs',
      'successCriteria',
    );
    const declared = readInputs(this.#references.workflows.get(workflowId) ?? node);
    const inputs = node.items('parameters').map((item): [string, Pattern] => {
      const parameter = this.#references.component(item, 'parameters').only('name', 'value');
      const name = parameter.need('name').asText();
      if (!declared.some((input) => input.name === name))
        item.refuse(`The workflow ${workflowId} has no input ${name}.`);
      return [name, this.#values.pattern(replaced(item, parameter, 'value'))];
    });
    const missing = declared.find(
      ({ name, default: fallback }) => fallback === undefined && !inputs.some(([given]) => given === name),
    );
    if (missing !== undefined) target.refuse(`The workflow ${workflowId} needs its input ${missing.name}.`);
    return { kind: 'workflow' as const, workflowId, inputs };
  }

  #parameter(item: Node): Parameter {
    const node = this.#references.component(item, 'parameters').only('name', 'in', 'value');
    const where = node.need('in');
    const location = (['path', 'query', 'header', 'cookie'] as const).find((one) => one === where.asText());
    if (location === undefined) return where.refuse('A parameter is in path, query, header or cookie.');
    return {
      name: node.need('name').asText(),
      in: location,
      value: this.#values.pattern(replaced(item, node, 'value')),
      allowReserved: node.get('x-allowReserved')?.value === true,
    };
  }

  #body(node: Node, operation: Operation): Payload {
    node.only('contentType', 'payload', 'replacements');
    const contentType =
      node.text('contentType') ??
      operation.requestBody?.mediaTypes[0] ??
      node.refuse('`contentType` is missing, and the operation documents no body.');
    const payload = node.need('payload');
    if (typeof payload.value !== 'string' && !isStructured(contentType))
      payload.refuse(`A payload of the type ${contentType} must be a string.`);
    const replacements = node.items('replacements').map((item) => {
      const target = item.only('target', 'value').need('target');
      if (!target.asText().startsWith('/')) target.refuse('A target must be a JSON pointer.');
      return { target: segmentsOf(target.asText()), value: this.#values.pattern(item.need('value')) };
    });
    return { contentType, payload: this.#values.pattern(payload), replacements };
  }
}
