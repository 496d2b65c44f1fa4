import { type Contract, descriptionAt } from '../contract.ts';
import type { Operation } from '../operation-table.ts';
import { literalPattern } from '../patterns/regular-expression.ts';
import { remembered } from '../remembered.ts';
import { bodySchema } from '../schemas/schema-pointers.ts';
import { viewSchema } from '../schemas/schema-view.ts';
import { sentencesOf } from '../sentences.ts';

/** Properties or query parameters of which a description says that one is to be given. */
export interface SaidChoice {
  names: readonly string[];
  /** They say what the request is about. */
  isIdentity: boolean;
  /** A request without any of them is refused: what filters a list may be left out. */
  isNeeded: boolean;
}

const ofOne = '(?:only|exactly|at least|at most|just) one|one of|mutually exclusive';
const choice = new RegExp(`\\b(?:either|neither|both|must|missing|required|${ofOne})\\b`, 'i');
const oneAlone = new RegExp(`\\b(?:${ofOne})\\b`, 'i');
/** What is said of all together: "`name` and `email` are required". */
const together = /\b(?:required|needed|necessary|mandatory|must)\b/i;
const need = /\b(?:must|missing|required|provide|include|specify|(?:only|exactly|at least|just) one|one of)\b/i;
const hedge = /\b(?:filter\w*|optional\w*|sort\w*|may|can)\b/i;
const identity = /\b(?:by|identif(?:y|ies)|look(?:s|ed)? up)\b/i;

/**
 * What a description of an operation, of its body or of a refusal says of names joined by "or" or "and": "Provide
 * either `email` or `userId`", "Find one by `email` or `userId`. Only one is allowed.", "`email` and `userId` are both
 * given".
 */
export const saidChoices = remembered((contract: Contract, operation: Operation): SaidChoice[] => {
  const { pointer, requestBody, responses, parameters } = operation;
  const schemas = (requestBody?.mediaTypes ?? []).flatMap((type) => bodySchema(contract, operation, type) ?? []);
  // What is always there is no choice.
  const query = parameters.filter(({ in: place, required }) => place === 'query' && !required).map(({ name }) => name);
  const optional = schemas.flatMap((schema) => {
    const { properties, required } = viewSchema(contract, schema);
    return [...properties.keys()].filter((name) => !required.has(name));
  });
  const names = [...query, ...optional];
  const refusals = ['400', '422'].flatMap((status) => responses[status]?.pointer ?? []);
  const described = [pointer, ...(requestBody === null ? [] : [`${pointer}/requestBody`]), ...schemas, ...refusals];
  return described.flatMap((at) => choicesIn(descriptionAt(contract, at), [...new Set(names)]));
});

function choicesIn(description: string, names: readonly string[]): SaidChoice[] {
  const sentences = sentencesOf(description.replaceAll(/<br ?\/?>/g, '. '));
  return sentences.flatMap((text, index) => {
    const list = listIn(text, names);
    const joined = names.filter((own) => new RegExp(`(?<!\\w)${literalPattern(own)}(?!\\w)`).test(list));
    // What is said of them may be said right after.
    const said = `${text} ${sentences[index + 1] ?? ''}`;
    const isOfOne = / (?:or|nor) |\//.test(list)
      ? choice.test(said)
      : oneAlone.test(said) || (/\b(?:both|neither)\b/i.test(text) && !together.test(text));
    if (joined.length < 2 || !isOfOne) return [];
    return [{ names: joined, isIdentity: identity.test(said), isNeeded: need.test(said) && !hedge.test(description) }];
  });
}

/** Names that stand one after the other, between quotes or not, with "or", "and" or commas between them; else ''. */
function listIn(text: string, names: readonly string[]): string {
  if (names.length < 2) return '';
  const name = `[\`'"]?(?<![\\w.])(?:${names.map(literalPattern).join('|')})(?![\\w])[\`'"]?`;
  const join = '(?:, (?:or |and )?| (?:or|and|and/or|nor) | ?/ ?)(?:an? |the )?';
  const [list = ''] = new RegExp(`${name}(?:${join}${name})+`).exec(text) ?? [];
  return list;
}

/** The query parameters that requests have where a description says that one of several must be given. */
export function chosenParameters(contract: Contract, operation: Operation): ReadonlySet<string> {
  if (!['400', '422'].some((status) => Object.hasOwn(operation.responses, status))) return new Set();
  const query = operation.parameters.filter(({ in: place }) => place === 'query');
  const groups = saidChoices(contract, operation)
    .filter(({ isNeeded }) => isNeeded)
    .map(({ names }) => query.filter(({ name }) => names.includes(name)));
  const open = groups.filter((group) => group.length > 1 && group.every(({ required }) => !required));
  return new Set(open.flatMap(([first]) => first?.name ?? []));
}
