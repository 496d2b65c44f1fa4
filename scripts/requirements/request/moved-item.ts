import { type Exact, isExactObject, isSame } from '../../http/exact-json.ts';
import { type Answer, isSuccess } from '../../http/exchange.ts';
import type { Resource } from '../../openapi/resources/resource.ts';
import type { PlanningContext } from '../planning-context.ts';
import { itemAsked, type RequestParts, sentBody } from './request-parts.ts';

// What is shorter may be in an identifier by chance.
const fewest = 4;

/**
 * The identifier under which an item is after a change, where that has given it another one: a slug that is made of the
 * title, or what else has a text that was sent in it.
 */
export function movedTo(
  context: Pick<PlanningContext, 'description' | 'idIn'>,
  resource: Resource,
  parts: RequestParts,
  answer: Answer,
): Exact | undefined {
  const { replace, merge, idProperty = '' } = resource;
  if (![replace, merge].includes(parts.operation) || !isSuccess(answer.response)) return undefined;
  const asked = itemAsked(context.description.contract, resource, parts);
  const now = context.idIn(resource, answer);
  if (typeof asked !== 'string' || typeof now !== 'string' || isSame(asked, now)) return undefined;
  const isMade = (text: string) => lettersOf(text).length >= fewest && lettersOf(now).includes(lettersOf(text));
  return /slug$/i.test(idProperty) || textsIn(sentBody(parts) ?? null).some(isMade) ? now : undefined;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function textsIn(value: Exact): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) || isExactObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
