import { shortened } from '../../cli/text.ts';
import { type Exact, within, writeExact } from '../../http/exact-json.ts';
import { isForm, isFormInParts, isJson, isJsonPatch, isOfType } from '../../http/media-types.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { bodyCursors, withoutCursors } from '../../openapi/resources/body-cursors.ts';
import { type OwnIdentifier, ownIdentifierOf, pathNames } from '../../openapi/resources/own-identifier.ts';
import type { Extent } from '../../openapi/values/values.ts';
import { type Expectation, invalid, refusals, type Statuses } from '../cases.ts';
import type { PlannedCase } from '../kind.ts';
import type { PlanningContext } from '../planning-context.ts';
import { isLogin } from '../request/logins.ts';
import { encodeBody } from '../request/request-parts.ts';
import { candidatesFor } from '../schema/candidates.ts';
import { type Body, isPlainText, usualBodyOf } from './bodies.ts';
import type { BodyPart } from './body-part.ts';
import { lacksName } from './reached-values.ts';

/** What the requirements of whole bodies are about. */
export type BodySubject = Readonly<Record<'operationId', string>>;

/** What the requirements of the parts of bodies are about. */
export type PartSubject = Readonly<Record<'operationId' | 'path', string>>;

/**
 * A body that shows whether a requirement is kept. Its schema says whether it is allowed, and so what is to come of it.
 */
export interface Trial<Own extends BodySubject> {
  subject: Own;
  /** Whether the body has its optional properties. Without it, by turns: a server may check one of the two less. */
  extent?: Extent;
  make(extent: Extent): Exact;
  /** Statuses with which a server may refuse what the schema allows. */
  refusableWith?: Statuses | undefined;
  check?: PlannedCase<string>['check'];
}

/** What the trials of an operation are made of. */
export interface TrialMaterial {
  context: PlanningContext;
  operation: Operation;
  body: Body;
  /** Those that may have any value: an identifier of what must exist may not. */
  parts: readonly BodyPart[];
}

/** The bodies that show whether servers keep the requirements of a kind. */
export interface TrialPlan<Own extends BodySubject> {
  trials(material: TrialMaterial): Trial<Own>[];
  /** True where a form or a text/plain, which have texts alone, show it as well. */
  isOfTexts: boolean;
  /** True for what a body may have: one that its schema does not allow shows nothing. */
  isPermission: boolean;
}

type PartCase<Own extends BodySubject> = Omit<PlannedCase<string>, 'subject'> & { subject: Own };

/** The cases of a plan. */
export function planCases<Own extends BodySubject>(
  plan: TrialPlan<Own>,
  context: PlanningContext,
  operation: Operation,
): PartCase<Own>[] {
  return [...plannedCases(plan, context, operation, () => true)];
}

/** The cases of a plan one by one, for the subjects that are asked for. */
export function* plannedCases<Own extends BodySubject>(
  plan: TrialPlan<Own>,
  context: PlanningContext,
  operation: Operation,
  isAsked: (subject: Own) => boolean,
): Generator<PartCase<Own>> {
  const body = usualBodyOf(context.description.contract, operation);
  if (body === undefined) return;
  const isOfTexts = isForm(body.mediaType) || isFormInParts(body.mediaType) || isPlainText(body);
  if (!isJson(body.mediaType) && !(plan.isOfTexts && isOfTexts)) return;
  const parts = body.parts.filter(({ steps: [name] }) => {
    const { references } = context.source;
    return (
      typeof name !== 'string' ||
      (references.resourceIn(operation, name) ?? references.ownKindIn(operation, name)) === undefined
    );
  });
  const extents = extentsOf(context, body);
  const isRequired = operation.requestBody?.required === true;
  const own = ownIdentifierOf(context.description.contract, context.resources, operation);
  const again = pathNames(operation).map(({ name }) => name);
  const ownNameOf = ({ subject }: Trial<Own>) => {
    const path = 'path' in subject ? subject['path'] : undefined;
    const at = own === undefined ? '' : `${own.isOfEach ? '[]' : ''}.${own.segments.join('.')}`;
    return path === at ? own?.name : again.find((name) => path === `${own?.isOfEach ? '[]' : ''}.${name}`);
  };
  const isAllowed = (value: Exact) => context.isValid('request', body.schema, value);
  for (const [index, planned] of plan.trials({ context, operation, body, parts }).entries()) {
    if (!isAsked(planned.subject)) continue;
    const trial = asFirstPage(context, operation, body, planned);
    const extent = trial.extent ?? extents[index % extents.length] ?? 'all';
    // It is not sent: to make hundreds of properties for each of them would take as long as their number squared.
    const sample = context.values.alike(() => trial.make(extent));
    const isSampleAllowed = isAllowed(sample);
    if (isSampleAllowed && lacksName(context.description, body.whole, sample)) continue;
    const unknownStatuses = mayBeUnknown(context, operation, trial, sample) ? [401] : [];
    const usual = expectationOf(operation, plan.isPermission, body, trial, isSampleAllowed, unknownStatuses);
    const ownName = ownNameOf(trial);
    const path = 'path' in trial.subject ? String(trial.subject.path) : '';
    const [tried, part] = [/^\.([^.[]+)/, /\.([^.[]+)(?:\[\])*$/].map((pattern) => pattern.exec(path)?.[1]);
    const expectation = ownName === undefined ? usual : ofOwn(ownName, own, operation, sample, usual);
    if (expectation === undefined || (isNoBody(body, sample) && isRequired !== (expectation.kind === 'refused')))
      continue;
    yield {
      subject: trial.subject,
      title: shortened(writeExact(sample), 120),
      expectation,
      ...(trial.check !== undefined && { check: trial.check }),
      build: async (at, isFresh) => {
        const made = trial.make(extent);
        // What a condition of the schema asks for may have come out another way.
        const isAlike = isAllowed(made) === isSampleAllowed;
        const base = await at.source.base(operation, 'none', isFresh);
        return at.source.withBody(base, body.mediaType, isAlike ? made : sample, { about: ownName, tried, part });
      },
    };
  }
}

/** A trial without a cursor that no page has given; where it is about that, what is allowed may be refused. */
function asFirstPage<Own extends BodySubject>(
  { description: { contract } }: PlanningContext,
  operation: Operation,
  { schema }: Body,
  trial: Trial<Own>,
): Trial<Own> {
  const path = 'path' in trial.subject ? trial.subject['path'] : undefined;
  const isAbout = bodyCursors(contract, operation, schema).some((name) => path === `.${name}`);
  const make = (extent: Extent) => withoutCursors(contract, operation, schema, trial.make(extent));
  return isAbout
    ? { ...trial, refusableWith: trial.refusableWith ?? refusals(operation, invalid) }
    : { ...trial, make };
}

/** An identifier of its own may be that of what must exist, or of what must not: no value shows what another would. */
function ofOwn(
  name: string,
  own: OwnIdentifier | undefined,
  operation: Operation,
  body: Exact,
  usual: Expectation | undefined,
): Expectation | undefined {
  if (usual?.kind === 'refused') return usual;
  const [item] = own?.isOfEach && Array.isArray(body) ? body : [body];
  const segments = own?.name === name ? own.segments : [name];
  if (own?.isOnly || within(item, segments) !== undefined) return undefined;
  const statuses = refusals(operation, invalid);
  return own?.isClients && statuses !== undefined ? { kind: 'either', with: statuses } : usual;
}

/** True for a form without any field: without bytes, a server takes it for no body. */
function isNoBody({ mediaType }: Body, value: Exact): boolean {
  return encodeBody(mediaType, value).bytes.length === 0;
}

// To try each of more properties together with all others takes as long as their number squared.
const manyParts = 100;

/** With optional properties and without; the one alone where a valid body can only be made so. */
function extentsOf(context: PlanningContext, { schema, parts }: Body): readonly Extent[] {
  const all = parts.length > manyParts ? (['required'] as const) : (['all', 'required'] as const);
  const possible = all.filter((extent) => context.isValid('request', schema, context.values.valueAt(schema, extent)));
  return possible.length > 0 ? possible : all;
}

/** JSON:API: a `type` or an `id` that is not that of the path is a conflict, and so answered with 409. */
function statusesFor({ mediaType }: Body, path: string): readonly number[] {
  const isOfPath = isOfType(mediaType, 'application/vnd.api+json') && /^\.data\.(type|id)$/.test(path);
  return isOfPath ? [...invalid, 409] : invalid;
}

/** True for a text that a login may look up as it is: nobody is known by it. */
function mayBeUnknown(
  { description, resources }: PlanningContext,
  operation: Operation,
  { subject }: Trial<BodySubject>,
  sample: Exact,
): boolean {
  const steps = 'path' in subject ? String(subject.path).slice(1).split('.') : [];
  return typeof within(sample, steps) === 'string' && isLogin(description, resources, operation);
}

/** Undefined where it shows nothing: the contract leaves open what a server makes of it. */
function expectationOf(
  operation: Operation,
  isPermission: boolean,
  body: Body,
  { subject, refusableWith }: Trial<BodySubject>,
  isAllowed: boolean,
  more: readonly number[],
): Expectation | undefined {
  const statuses = 'path' in subject ? statusesFor(body, String(subject.path)) : invalid;
  const refused = refusals(operation, statuses) && refusals(operation, [...statuses, ...more]);
  if (!isAllowed && 'path' in subject && isIgnored(body, String(subject.path))) return undefined;
  if (!isAllowed) return isPermission || refused === undefined ? undefined : { kind: 'refused', with: refused };
  return refusableWith === undefined ? { kind: 'accepted' } : { kind: 'either', with: refusableWith };
}

/** Of a step of a JSON Patch, a server ignores what its operation does not have (RFC 6902 section 4). */
function isIgnored({ mediaType }: Body, path: string): boolean {
  return isJsonPatch(mediaType) && path === '[].from';
}

/** A trial for each value that the schema of a part is worth trying with for these keywords. */
export function valueTrials(
  { context: { values }, parts }: TrialMaterial,
  isOfKind: (keyword: string, part: BodyPart) => boolean,
): { part: BodyPart; keyword: string; value: Exact; make: (extent: Extent) => Exact }[] {
  return parts.flatMap((part) =>
    candidatesFor(part.view, values)
      .filter(({ keyword }) => isOfKind(keyword, part))
      .map(({ keyword, value }) => ({
        part,
        keyword,
        value,
        make: (extent: Extent) => part.bodyWith(values, value, extent),
      })),
  );
}
