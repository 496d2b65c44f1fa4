import type { DocumentedResponse } from '../../openapi/operation-table.ts';

/** Where on its way a request is refused, in the order of the way. */
export type Stage =
  | 'credential'
  | 'path'
  | 'method'
  | 'misshapen path'
  | 'media type'
  | 'no body'
  | 'broken body'
  | 'parameter'
  | 'body';

/** Statuses of a refusal, the most particular first; `plain` is the one that HTTP itself has for it. */
interface Refusal {
  stage: Stage;
  wanted: readonly number[];
  plain: number;
  /** True where there is nothing that could be served instead. */
  isInevitable: boolean;
}

const way: readonly Refusal[] = [
  { stage: 'credential', wanted: [401, 403], plain: 401, isInevitable: true },
  { stage: 'path', wanted: [404], plain: 404, isInevitable: true },
  { stage: 'method', wanted: [405, 404], plain: 405, isInevitable: true },
  { stage: 'misshapen path', wanted: [400, 422, 404], plain: 404, isInevitable: true },
  { stage: 'media type', wanted: [415, 400, 422], plain: 415, isInevitable: true },
  { stage: 'no body', wanted: [400, 422, 415, 411], plain: 400, isInevitable: true },
  { stage: 'broken body', wanted: [400, 422], plain: 400, isInevitable: true },
  { stage: 'parameter', wanted: [400, 422], plain: 400, isInevitable: false },
  { stage: 'body', wanted: [422, 400], plain: 400, isInevitable: false },
];

type Responses = Readonly<Record<string, DocumentedResponse>>;

/**
 * The status that a request is refused with: at the first stage of its way where something is wrong, and one that is
 * documented if there is one (`4XX` and `default` cover all). Undefined when it is served.
 */
export function refusalAt(stages: ReadonlySet<Stage>, responses: Responses): number | undefined {
  const refused = way.filter(({ stage }) => stages.has(stage)).map((refusal) => statusOf(refusal, responses));
  return refused.find((status) => status !== undefined);
}

function statusOf({ wanted, plain, isInevitable }: Refusal, responses: Responses): number | undefined {
  const documented = wanted.find((status) => Object.hasOwn(responses, status));
  if (documented !== undefined) return documented;
  return isInevitable || Object.hasOwn(responses, '4XX') || Object.hasOwn(responses, 'default') ? plain : undefined;
}
