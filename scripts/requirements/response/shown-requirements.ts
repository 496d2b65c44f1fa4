import { type Exact, parseExact } from '../../http/exact-json.ts';
import { headerOf } from '../../http/exchange.ts';
import { isJson } from '../../http/media-types.ts';
import type { ScriptedResponse } from '../../http/scripted-response.ts';
import type { DocumentedResponse } from '../../openapi/operation-table.ts';
import type { RequirementDraft } from '../requirement.ts';
import { isReached } from './body-path.ts';
import type { ResponseSet } from './response-sets.ts';

/** The requirements of one documented status, and which of them a response shows. */
export class ShownRequirements {
  readonly #prefix: string;
  readonly #documented: DocumentedResponse;
  readonly #requirements: readonly RequirementDraft[];

  /** `requirements`: those of the whole set. */
  constructor(
    set: ResponseSet,
    statusKey: string,
    documented: DocumentedResponse,
    requirements: readonly RequirementDraft[],
  ) {
    this.#prefix = `${set.name}.responses.${statusKey}`;
    this.#documented = documented;
    this.#requirements = requirements.filter(({ subject }) => 'status' in subject && subject.status === statusKey);
  }

  /** Names of the properties that repeat the status of the response. */
  statusProperties(): string[] {
    return this.#requirements.flatMap(({ subject }) =>
      subject.kind === 'responseBody' && subject.keyword === 'meaning' ? [subject.path.slice(1)] : [],
    );
  }

  /** The ids of what a response shows, and the first of the given ends of ids that is one of them. */
  of(response: ScriptedResponse, ends: readonly string[]): { requirementIds: string[]; requirementId: string } {
    const body =
      isJson(headerOf(response, 'Content-Type') ?? '') && response.body.length > 0
        ? parseExact(response.body)
        : undefined;
    const requirementIds = this.#requirements
      .filter((requirement) => this.#isShown(requirement, response, body))
      .map(({ id }) => id);
    const requirementId =
      ends.map((end) => this.#prefix + end).find((id) => requirementIds.includes(id)) ?? this.#prefix;
    return { requirementIds, requirementId };
  }

  #isShown({ subject }: RequirementDraft, response: ScriptedResponse, body: Exact | undefined): boolean {
    switch (subject.kind) {
      case 'status':
        return true;
      case 'content':
        return (this.#documented.mediaTypes.length === 0) === (headerOf(response, 'Content-Type') === undefined);
      case 'header':
        return subject.aspect !== 'meaning' && headerOf(response, subject.name) !== undefined;
      case 'responseBody':
        return subject.keyword !== 'meaning' && body !== undefined && isReached(body, subject.path);
      default:
        return false;
    }
  }
}

/** Ends of the ids of requirements for a keyword of a part of a body, the nearest first. */
export function endsFor(path: string, keyword: string): string[] {
  const steps = path.match(/\[\]|\.[^.[]+/g) ?? [];
  const above = steps.map((_, index) => `.body${steps.slice(0, steps.length - index).join('')}.schema`);
  return [`.body${path}.${keyword}`, ...above, '.body.schema', '.content'];
}
