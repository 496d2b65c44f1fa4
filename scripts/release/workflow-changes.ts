import { type Exact, type ExactObject, exactOf, isExactObject } from '../http/exact-json.ts';
import { Source } from '../openapi/source/source.ts';
import type { Change } from './change.ts';
import { compareCriteria } from './criterion-changes.ts';
import { changedValues, describeChangedValue } from './json-diff.ts';
import { lower, type Part, partsIn, type ReportChange } from './workflow-parts.ts';

// Prose requires nothing, nor does the name of the document.
const prose = ['summary', 'description', 'info', 'arazzo'];

/**
 * What changed in the workflows of a contract (Arazzo): less of them is a major change, more of them a minor one.
 * Throws CannotRun for a file that cannot be read, ContractError for one that is no YAML.
 */
export function workflowChanges(releasedFile: string, currentFile: string): Change[] {
  return changesBetween(new WorkflowText(releasedFile), new WorkflowText(currentFile));
}

/** A file of workflows as it is written, whether they can be run or not. */
export class WorkflowText {
  readonly source: Source;
  readonly root: Part;

  constructor(file: string) {
    this.source = new Source(file);
    const value = exactOf(this.source.value);
    this.root = { value: isExactObject(value) ? value : {}, pointer: '' };
  }
}

/** The same of files that have been read. */
export function changesBetween(released: WorkflowText, current: WorkflowText): Change[] {
  const changes: Change[] = [];
  const report: ReportChange = (impact, message, now, before) =>
    changes.push({
      impact,
      message,
      current: current.source.locate(now),
      released: before === undefined ? undefined : released.source.locate(before),
    });
  const [before, now] = [released.root, current.root];
  compareNamed(
    report,
    partsIn(before, 'workflows', 'workflowId'),
    partsIn(now, 'workflows', 'workflowId'),
    '/workflows',
    (id) => `Workflow \`${id}\``,
    compareWorkflows,
  );
  compareOthers(report, '', before, withoutNewComponents(before, now), ['workflows']);
  return changes;
}

/** A component that is new changes nothing by itself: what refers to it is reported. */
function withoutNewComponents(before: Part, now: Part): Part {
  const known = membersOf(before.value['components']);
  const components = Object.entries(membersOf(now.value['components'])).map(([kind, all]) => [
    kind,
    Object.fromEntries(Object.entries(membersOf(all)).filter(([name]) => Object.hasOwn(membersOf(known[kind]), name))),
  ]);
  return { ...now, value: { ...now.value, components: Object.fromEntries(components) } };
}

function membersOf(value: Exact | undefined): ExactObject {
  return isExactObject(value) ? value : {};
}

function compareWorkflows(report: ReportChange, name: string, before: Part, now: Part): void {
  const [steps, others] = [partsIn(before, 'steps', 'stepId'), partsIn(now, 'steps', 'stepId')];
  compareNamed(report, steps, others, `${now.pointer}/steps`, (id) => `Step \`${id}\` of ${lower(name)}`, compareSteps);
  const kept = (these: ReadonlyMap<string, Part>, those: ReadonlyMap<string, Part>) =>
    [...these.keys()].filter((id) => those.has(id)).join(', ');
  if (kept(steps, others) !== kept(others, steps))
    report(
      'major',
      `The steps of ${lower(name)} come in another order.`,
      `${now.pointer}/steps`,
      `${before.pointer}/steps`,
    );
  compareOthers(report, name, before, now, ['steps', 'workflowId']);
}

function compareSteps(report: ReportChange, name: string, before: Part, now: Part): void {
  compareCriteria(report, name, before, now);
  compareOthers(report, name, before, now, ['successCriteria', 'stepId']);
}

/** Parts that have a name: those that are gone, those that are new, and what changed in the others. */
function compareNamed(
  report: ReportChange,
  before: ReadonlyMap<string, Part>,
  now: ReadonlyMap<string, Part>,
  holder: string,
  describe: (id: string) => string,
  compare: (report: ReportChange, name: string, before: Part, now: Part) => void,
): void {
  for (const [id, old] of before) {
    const own = now.get(id);
    if (own === undefined) report('major', `${describe(id)} was removed.`, holder, old.pointer);
    else compare(report, describe(id), old, own);
  }
  for (const [id, own] of now)
    if (!before.has(id)) report('minor', `${describe(id)} was added.`, own.pointer, undefined);
}

/** Inputs, requests, what comes after a step: with anything else of it, the workflow is another one. */
function compareOthers(report: ReportChange, name: string, before: Part, now: Part, apart: readonly string[]): void {
  const rest = ({ value }: Part) =>
    Object.fromEntries(Object.entries(value).filter(([key]) => !prose.includes(key) && !apart.includes(key)));
  for (const { pointer, old, now: own } of changedValues(rest(before), rest(now))) {
    const what = describeChangedValue(pointer.slice(1), old, own);
    report(
      'major',
      name === '' ? what : `${name}: ${what}`,
      now.pointer + pointer,
      old === undefined ? undefined : before.pointer + pointer,
    );
  }
}
