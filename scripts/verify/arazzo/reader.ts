import { pointerTo, segmentsOf } from '../../openapi/json.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { type Criterion, expressionsOfCriterion, readCriterion } from './criteria.ts';
import type { ArazzoDocument, Node } from './document.ts';
import { type Expression, expressionsIn, readExpression, readTemplate } from './expressions.ts';
import { isRecord } from './values.ts';
import type {
  Action,
  CommonStep,
  Input,
  Outputs,
  Parameter,
  Pattern,
  Payload,
  Step,
  Target,
  Workflow,
  Workflows,
} from './workflow.ts';

/** Where a part stands that is being read: expressions in it may speak of these. */
interface Place {
  workflow: Node;
  inputs: Input[];
  stepIds: string[];
}

/** Reads the workflows of an Arazzo file. What it throws names the line of what is not understood. */
export class Reader {
  readonly #root: Node;
  readonly #operations: readonly Operation[];
  readonly #source: string;
  readonly #workflows: Map<string, Node>;

  constructor({ root }: ArazzoDocument, operations: readonly Operation[]) {
    root.only('arazzo', 'info', 'sourceDescriptions', 'workflows', 'components');
    this.#root = root;
    this.#operations = operations;
    this.#source = sourceOf(root);
    this.#workflows = new Map();
    for (const node of root.items('workflows')) {
      const id = node.need('workflowId');
      if (this.#workflows.has(id.asText())) id.refuse(`There are two workflows ${id.asText()}.`);
      this.#workflows.set(id.asText(), node);
    }
  }

  /** Every workflow. Throws ContractError. */
  read(): Workflows {
    return new Map([...this.#workflows].map(([id, node]) => [id, this.#workflow(id, node)]));
  }

  #workflow(id: string, node: Node): Workflow {
    node.only(
      'workflowId',
      'summary',
      'description',
      'inputs',
      'dependsOn',
      'steps',
      'successActions',
      'failureActions',
      'outputs',
      'parameters',
    );
    const steps = node.need('steps').list();
    const place: Place = {
      workflow: node,
      inputs: this.#inputs(node),
      stepIds: steps.map((step) => step.need('stepId').asText()),
    };
    for (const [index, step] of steps.entries())
      if (place.stepIds.indexOf(place.stepIds[index] ?? '') < index)
        step.refuse('There are two steps with this `stepId`.');
    return {
      id,
      pointer: node.pointer,
      location: node.location,
      summary: node.text('summary') ?? id,
      inputs: place.inputs,
      dependsOn: node.items('dependsOn').map((other) => this.#workflowId(other)),
      steps: steps.map((step) => this.#step(step, place)),
      outputs: this.#outputs(node, place),
    };
  }

  #inputs(node: Node): Input[] {
    const inputs = node.get('inputs');
    if (inputs === undefined) return [];
    const reference = inputs.text('$ref');
    const schema = reference === undefined ? inputs : inputs.at(reference);
    const required = schema.items('required').map((name) => name.asText());
    const properties = schema.get('properties')?.members() ?? [];
    const declared = properties.map(([name, property]) => ({
      name,
      type: property.text('type') ?? null,
      default: property.get('default')?.value,
    }));
    return [
      ...declared,
      ...required
        .filter((name) => !declared.some((input) => input.name === name))
        .map((name) => ({ name, type: null, default: undefined })),
    ];
  }

  #step(node: Node, place: Place): Step {
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
      criteria: this.#criteria(node, 'successCriteria', place),
      onSuccess: this.#actions(node, 'onSuccess', 'successActions', place),
      onFailure: this.#actions(node, 'onFailure', 'failureActions', place),
      outputs: this.#outputs(node, place),
    };
    const target = node.get('workflowId');
    return target === undefined
      ? { ...common, ...this.#operationStep(node, place) }
      : { ...common, ...this.#workflowStep(node, target, place) };
  }

  #operationStep(node: Node, place: Place) {
    const operation = this.#operation(node);
    const parameters = new Map<string, Parameter>();
    for (const parameter of [...place.workflow.items('parameters'), ...node.items('parameters')]) {
      const read = this.#parameter(parameter, place);
      parameters.set(`${read.in} ${read.in === 'header' ? read.name.toLowerCase() : read.name}`, read);
    }
    const body = node.get('requestBody');
    return {
      kind: 'operation' as const,
      operation,
      parameters: [...parameters.values()],
      body: body === undefined ? null : this.#body(body, operation, place),
    };
  }

  #workflowStep(node: Node, target: Node, place: Place) {
    const workflowId = this.#workflowId(target);
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
    const declared = this.#inputs(this.#workflows.get(workflowId) ?? node);
    const inputs = node.items('parameters').map((item): [string, Pattern] => {
      const parameter = this.#component(item, 'parameters').only('name', 'value');
      const name = parameter.need('name').asText();
      if (!declared.some((input) => input.name === name))
        item.refuse(`The workflow ${workflowId} has no input ${name}.`);
      return [name, this.#pattern(replaced(item, parameter, 'value'), place)];
    });
    const missing = declared.find(
      ({ name, default: fallback }) => fallback === undefined && !inputs.some(([given]) => given === name),
    );
    if (missing !== undefined) target.refuse(`The workflow ${workflowId} needs its input ${missing.name}.`);
    return { kind: 'workflow' as const, workflowId, inputs };
  }

  #workflowId(node: Node): string {
    const id = node.asText();
    return this.#workflows.has(id) ? id : node.refuse(`There is no workflow ${id} in this file.`);
  }

  #operation(node: Node): Operation {
    const byId = node.get('operationId');
    if (byId !== undefined) {
      const prefix = `$sourceDescriptions.${this.#source}.`;
      const id = byId.asText().startsWith(prefix) ? byId.asText().slice(prefix.length) : byId.asText();
      return (
        this.#operations.find((operation) => operation.id === id) ??
        byId.refuse(`The contract has no operation ${byId.asText()}.`)
      );
    }
    const path = node.need('operationPath');
    const [, source, pointer] = /^\{\$sourceDescriptions\.([\w-]+)\.url\}(#.*)$/.exec(path.asText()) ?? [];
    if (source !== this.#source || pointer === undefined)
      return path.refuse(`\`operationPath\` must be {$sourceDescriptions.${this.#source}.url}# and a JSON pointer.`);
    const wanted = pointerTo(...segmentsOf(pointer));
    return (
      this.#operations.find((operation) => operation.pointer === wanted) ??
      path.refuse(`The contract has no operation at ${wanted}.`)
    );
  }

  #parameter(item: Node, place: Place): Parameter {
    const node = this.#component(item, 'parameters').only('name', 'in', 'value');
    const where = node.need('in');
    const location = (['path', 'query', 'header', 'cookie'] as const).find((one) => one === where.asText());
    if (location === undefined) return where.refuse('A parameter is in path, query, header or cookie.');
    return {
      name: node.need('name').asText(),
      in: location,
      value: this.#pattern(replaced(item, node, 'value'), place),
      allowReserved: node.get('x-allowReserved')?.value === true,
    };
  }

  #body(node: Node, operation: Operation, place: Place): Payload {
    node.only('contentType', 'payload', 'replacements');
    const contentType =
      node.text('contentType') ??
      operation.requestBody?.mediaTypes[0] ??
      node.refuse('`contentType` is missing, and the operation documents no body.');
    const payload = node.need('payload');
    if (
      typeof payload.value !== 'string' &&
      !/^application\/(x-www-form-urlencoded|([\w.-]+\+)?json)\b/i.test(contentType)
    )
      payload.refuse(`A payload of the type ${contentType} must be a text.`);
    const replacements = node.items('replacements').map((item) => {
      const target = item.only('target', 'value').need('target');
      if (!target.asText().startsWith('/')) target.refuse('A target is understood when it is a JSON pointer.');
      return { target: segmentsOf(target.asText()), value: this.#pattern(item.need('value'), place) };
    });
    return { contentType, payload: this.#pattern(payload, place), replacements };
  }

  #criteria(node: Node, name: string, place: Place): Criterion[] {
    return node.items(name).map((item) => {
      item.only('context', 'condition', 'type');
      const type = item.get('type');
      if (
        isRecord(type?.value) &&
        type.only('type', 'version').text('version') !== 'draft-goessner-dispatch-jsonpath-00'
      )
        type.refuse('JSONPath is understood as of RFC 9535.');
      const kind = isRecord(type?.value) ? type.need('type').asText() : (type?.asText() ?? 'simple');
      const condition = item.need('condition');
      const criterion = condition.read(() =>
        readCriterion(item.pointer, kind, condition.asText(), item.text('context')),
      );
      for (const expression of expressionsOfCriterion(criterion)) this.#check(expression, condition, place);
      return criterion;
    });
  }

  #actions(
    node: Node,
    name: 'onSuccess' | 'onFailure',
    fallback: 'successActions' | 'failureActions',
    place: Place,
  ): Action[] {
    const items = node.get(name) === undefined ? place.workflow.items(fallback) : node.items(name);
    return items.map((item) => {
      const action = this.#component(item, fallback).only(
        'name',
        'type',
        'workflowId',
        'stepId',
        'retryAfter',
        'retryLimit',
        'criteria',
      );
      const criteria = this.#criteria(action, 'criteria', place);
      const type = action.need('type');
      const to = this.#target(action, place);
      if (type.asText() === 'end' && to === null) return { type: 'end', criteria };
      if (type.asText() === 'goto' && to !== null) return { type: 'goto', to, criteria };
      if (type.asText() !== 'retry' || name === 'onSuccess')
        return type.refuse(`\`${type.asText()}\` is not understood here.`);
      return {
        type: 'retry',
        to,
        after: action.get('retryAfter')?.asNumber() ?? 0,
        limit: action.get('retryLimit')?.asNumber() ?? 1,
        criteria,
      };
    });
  }

  #target(action: Node, place: Place): Target | null {
    const [step, workflow] = [action.get('stepId'), action.get('workflowId')];
    if (step !== undefined && workflow !== undefined)
      return action.refuse('An action leads to a step or to a workflow.');
    if (workflow !== undefined) return { kind: 'workflow', id: this.#workflowId(workflow) };
    if (step === undefined) return null;
    const index = place.stepIds.indexOf(step.asText());
    return index < 0 ? step.refuse(`There is no step ${step.asText()} in this workflow.`) : { kind: 'step', index };
  }

  #outputs(node: Node, place: Place): Outputs {
    return (node.get('outputs')?.members() ?? []).map(([name, output]) => {
      const expression = output.read(() => readExpression(output.asText()));
      this.#check(expression, output, place);
      return [name, expression];
    });
  }

  /** What `reference` names under `components`, or the part itself. */
  #component(item: Node, kind: 'parameters' | 'successActions' | 'failureActions'): Node {
    const reference = item.get('reference');
    if (reference === undefined) return item;
    item.only('reference', 'value');
    const [, found, name = ''] = /^\$components\.(\w+)\.([\w.-]+)$/.exec(reference.asText()) ?? [];
    if (found !== kind) return reference.refuse(`This must be \`$components.${kind}.\` and a name.`);
    return (
      this.#root.get('components')?.get(kind)?.get(name) ?? reference.refuse(`There is no \`${reference.asText()}\`.`)
    );
  }

  #pattern(node: Node, place: Place): Pattern {
    const { value } = node;
    if (Array.isArray(value)) return { kind: 'list', items: node.list().map((item) => this.#pattern(item, place)) };
    if (isRecord(value))
      return { kind: 'object', members: node.members().map(([name, member]) => [name, this.#pattern(member, place)]) };
    if (typeof value !== 'string') return { kind: 'value', value };
    const template = node.read(() => readTemplate(value));
    for (const expression of expressionsIn(template)) this.#check(expression, node, place);
    return { kind: 'template', template };
  }

  #check(expression: Expression, node: Node, place: Place): void {
    if (expression.kind === 'inputs' && !place.inputs.some(({ name }) => name === expression.name))
      node.refuse(`The workflow declares no input ${expression.name}.`);
    if (expression.kind === 'workflows' && !this.#workflows.has(expression.workflow))
      node.refuse(`There is no workflow ${expression.workflow} in this file.`);
    if (expression.kind !== 'steps') return;
    const step =
      place.workflow.items('steps').find((one) => one.text('stepId') === expression.step) ??
      node.refuse(`There is no step ${expression.step} in this workflow.`);
    if (step.get('outputs')?.get(expression.name) === undefined)
      node.refuse(`The step ${expression.step} has no output ${expression.name}.`);
  }
}

/** A reusable object may bring a value of its own. */
function replaced(item: Node, component: Node, name: string): Node {
  return item.get('reference') === undefined ? component.need(name) : (item.get(name) ?? component.need(name));
}

function sourceOf(root: Node): string {
  const [source, ...others] = root.need('sourceDescriptions').list();
  if (source === undefined || others.length > 0)
    return root.need('sourceDescriptions').refuse('One source description is understood, the contract.');
  source.only('name', 'url', 'type');
  if (source.text('type') === 'arazzo') source.need('type').refuse('The workflows of other files are not understood.');
  return source.need('name').asText();
}
