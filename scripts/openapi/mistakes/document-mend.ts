import type { Problem } from '../../cli/problem.ts';
import type { Contract } from '../contract.ts';
import { isObject, type Json, type JsonObject, pointerTo } from '../json.ts';
import { below, isExtension, type PartKind } from '../source/document-structure.ts';
import { partsOf } from '../source/document-walk.ts';
import { mendAlternatives } from './alternative-mend.ts';
import { mendClosedParts } from './closed-part-mend.ts';
import { mendCompositions } from './composition-mend.ts';
import { mendDynamicReferences } from './dynamic-mend.ts';
import { mendEnums } from './enum-mend.ts';
import { mendedValue, typeNames } from './field-mend.ts';
import { isToken } from './header-names.ts';
import type { Report, ReportAt } from './mistakes.ts';
import { objectFields } from './object-fields.ts';
import { mendOperations } from './operation-mend.ts';
import { mendOutsideSchemas } from './outside-schema-mend.ts';
import { mendSaidProperties } from './said-property-mend.ts';
import { mendParameter, mendSchema } from './schema-mend.ts';
import { mendTypedReferences } from './typed-reference-mend.ts';

/**
 * Changes a document so that each of its objects is what OpenAPI says: what can be read in one way is read so, what
 * cannot be read at all is ignored. Gives what was wrong, with its lines, and how it is read unless it is refused.
 */
export function mendDocument({ document, version, locate }: Contract, isRefused: boolean): Problem[] {
  const problems: Problem[] = [];
  const report: ReportAt = (pointer, mistake, outcome) => {
    const message = outcome === undefined || isRefused ? `${mistake}.` : `${mistake}: ${outcome}.`;
    problems.push({ location: locate(pointer), message });
  };
  mendRoot(document, report);
  mendOutsideSchemas(document, report);
  for (const { kind, node } of partsOf(document)) {
    const { value } = node;
    if (!isObject(value)) continue;
    const reportBelow: ReportAt = (pointer, ...mistake) => report(node.pointer + pointer, ...mistake);
    const reportField: Report = (field, ...mistake) => reportBelow(pointerTo(field), ...mistake);
    if (kind === 'schema') mendSchema(value, version, reportField);
    if (kind === 'parameter') mendParameter(value, reportField);
    if (typeof value['$ref'] !== 'string' || kind === 'schema') mendFields(kind, value, reportBelow);
    mendMembers(kind, value, reportBelow);
    if (kind === 'responses') mendStatuses(value, reportField);
    if (kind === 'response' || kind === 'encoding') mendHeaders(value, reportBelow);
  }
  mendOperations(document, report);
  mendDynamicReferences(document, report);
  if (version === '3.1') mendTypedReferences(document, report);
  mendCompositions(document, report);
  mendAlternatives(document, report);
  mendClosedParts(document, report);
  mendEnums(document, report);
  // This is no mistake: a contract that is refused for mistakes is read as it is written.
  if (!isRefused) mendSaidProperties(document, report);
  return problems;
}

function mendRoot(document: JsonObject, report: ReportAt): void {
  if (String(document['openapi']).startsWith('3.2.')) {
    report('/openapi', 'Of OpenAPI 3.2, no more is understood than 3.1 has', 'the rest is ignored');
    document['openapi'] = '3.1.1';
  }
  if (!isObject(document['info'])) {
    report('/info', 'The OpenAPI Object has no `info`', 'title and version are made up');
    document['info'] = { title: 'untitled', version: '0.0.0' };
  }
  mendFields('info', document['info'], (pointer, ...mistake) => report(`/info${pointer}`, ...mistake));
  if (document['paths'] === undefined && document['webhooks'] === undefined && document['components'] === undefined)
    report('', 'The OpenAPI Object has no `paths`: it describes no operation');
}

/** Mends the fields of one object for themselves; it reports by pointers from there. */
function mendFields(kind: PartKind | 'info', object: JsonObject, report: ReportAt): void {
  const known = objectFields[kind];
  if (known === undefined) return;
  const { name, fields, required = {} } = known;
  for (const [field, value] of Object.entries(object)) {
    if (isExtension(field) && !Object.hasOwn(fields, field)) continue;
    const type = Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (type === undefined) {
      report(pointerTo(field), `The ${name} has no field '${field}'`, 'it has no effect');
      continue;
    }
    const mended = mendedValue(type, value);
    if (mended === value) continue;
    const outcome = mended === undefined ? 'it is ignored' : 'it is read as one';
    report(pointerTo(field), `The field \`${field}\` of the ${name} must be ${typeNames[type]}`, outcome);
    if (mended === undefined) delete object[field];
    else object[field] = mended;
  }
  for (const [field, value] of Object.entries(required)) {
    if (object[field] !== undefined) continue;
    report('', `The ${name} has no \`${field}\`, which it must have`);
    object[field] = value;
  }
}

/** What holds objects, in a list or by names, holds nothing else. */
function mendMembers(kind: PartKind, object: JsonObject, report: ReportAt): void {
  for (const [field, value] of Object.entries(object)) {
    const inner = below(kind, field);
    if (typeof inner === 'string') mendMember(object, field, inner, '', report);
    else if (inner !== undefined && typeof value === 'object' && value !== null)
      mendEach(value, inner.each, pointerTo(field), report);
  }
}

function mendEach(members: Json[] | JsonObject, kind: PartKind, pointer: string, report: ReportAt): void {
  if (isObject(members)) {
    for (const name of Object.keys(members)) mendMember(members, name, kind, pointer, report);
    return;
  }
  const kept = members.filter((member, index) => {
    if (isPart(kind, member)) return true;
    report(`${pointer}/${index}`, 'This must be an object', 'it is ignored');
    return false;
  });
  if (kept.length < members.length) members.splice(0, members.length, ...kept);
}

function mendMember(holder: JsonObject, name: string, kind: PartKind, pointer: string, report: ReportAt): void {
  const value = holder[name];
  if (value === undefined || isPart(kind, value) || isExtension(name)) return;
  report(pointer + pointerTo(name), 'This must be an object', 'it is read as an empty one');
  holder[name] = {};
}

function isPart(kind: PartKind, value: Json): boolean {
  if (kind === 'requirements') return Array.isArray(value);
  return isObject(value) || (kind === 'schema' && typeof value === 'boolean');
}

function mendHeaders({ headers }: JsonObject, report: ReportAt): void {
  if (!isObject(headers)) return;
  for (const name of Object.keys(headers).filter((one) => !isToken(one))) {
    report(`/headers${pointerTo(name)}`, `No header can have the name '${name}'`, 'it is ignored');
    delete headers[name];
  }
}

function mendStatuses(responses: JsonObject, report: Report): void {
  for (const [status, response] of Object.entries(responses)) {
    if (isExtension(status) || /^([1-5](\d\d|XX)|default)$/.test(status)) continue;
    const [, mended] = /^([1-5])[xX]{2}$/.exec(status) ?? [];
    const known = mended === undefined ? undefined : `${mended}XX`;
    report(status, `'${status}' is no status`, known === undefined ? 'it is ignored' : `it is read as ${known}`);
    delete responses[status];
    if (known !== undefined) responses[known] ??= response;
  }
}
