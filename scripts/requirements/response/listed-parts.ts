import type { Operation } from '../../openapi/operation-table.ts';
import type { Listed } from '../listed.ts';
import type { PlanningContext } from '../planning-context.ts';
import { type BodyPart, bodyPartsOf } from './body-parts.ts';
import { listForResponses } from './listed-responses.ts';

/** A part of the body of a documented response, and its title for people: `name of each item of a 200 response`. */
export interface ListedPart extends BodyPart {
  set: string;
  status: string;
  title: string;
}

/** What a kind requires of each part of the JSON bodies of each documented response. */
export function listForParts<Id extends string>(
  context: PlanningContext,
  operation: Operation | null,
  list: (part: ListedPart) => Listed<Id>[],
): Listed<Id>[] {
  const { contract } = context.description;
  return listForResponses(context, operation, (keyed) =>
    bodyPartsOf(contract, keyed).flatMap((part) =>
      list({ ...part, set: keyed.set.name, status: keyed.status, title: titleOf(part.path, keyed.status) }),
    ),
  );
}

function titleOf(path: string, status: string): string {
  const response = `a ${status} response`;
  if (path === '') return `The body of ${response}`;
  if (path === '[]') return `Each item of ${response}`;
  return path.startsWith('[].')
    ? `${path.slice(3)} of each item of ${response}`
    : `${path.replace(/^\./, '')} of ${response}`;
}
