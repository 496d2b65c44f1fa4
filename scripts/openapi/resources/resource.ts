import type { Operation, Parameter } from '../operation-table.ts';
import { barePath } from './bare-path.ts';
import { joinedWords } from './joined-words.ts';
import { wordsOf } from './name-words.ts';
import { pluralOf, singularOf } from './plural.ts';

/** Where a list has its items: at the root, or in a property. */
export interface ListOperation {
  operation: Operation;
  segments: string[];
  /** Pointer of the schema of one item. */
  item: string;
}

/** Things of one kind: a collection, its items, and the operations on both. */
export interface Resource {
  /** Where they are made, else listed. */
  collectionPath: string;
  /** What is before the identifier in the path of one item: the collection, but for what is also there by itself. */
  itemsPath: string;
  /** Path parameter that names one item; undefined when no operation reads one. */
  parameter: Parameter | undefined;
  /** Property of an item that has its identifier. */
  idProperty: string | undefined;
  create: Operation | undefined;
  /** What adds an item to the list of a thing that it is beneath, and is answered with that whole thing. */
  addition: ListOperation | undefined;
  list: ListOperation | undefined;
  /** What finds such things by the body of a POST, as `POST /books/search`, and the lists of other versions. */
  searches: readonly ListOperation[];
  read: Operation | undefined;
  replace: Operation | undefined;
  merge: Operation | undefined;
  remove: Operation | undefined;
}

/** What makes new items: POST to the collection, else PUT to a place that nothing has (RFC 9110 section 9.3.4). */
export function makerOf(resource: Resource): Operation | undefined {
  const { create, replace } = resource;
  if (create !== undefined || replace === undefined) return create;
  return isNamedInBody(resource, replace) || needsItem(replace) ? undefined : replace;
}

/**
 * True for PUT that says what it answers where there is nothing, and not that it makes something (201). Beneath
 * something, or as a mark that has the name of a thing elsewhere, it may say so of that.
 */
function needsItem({ parameters, requestBody, responses }: Operation): boolean {
  const isAlone = requestBody !== null && parameters.filter(({ in: place }) => place === 'path').length === 1;
  return isAlone && Object.hasOwn(responses, '404') && !Object.hasOwn(responses, '201');
}

/** True for what changes an item that its body names: PUT or PATCH at the path of the collection. */
export function isNamedInBody({ collectionPath, idProperty, replace, merge }: Resource, operation: Operation): boolean {
  return barePath(operation) === collectionPath && idProperty !== undefined && [replace, merge].includes(operation);
}

/**
 * True for what PUT sets without a word about it, beneath something, as the star of a repository. A 404 of taking it
 * away may be about what it is beneath: where it is not set, nothing is left to do.
 */
export function isMark({ replace }: Resource): boolean {
  return replace?.requestBody === null && replace.parameters.filter(({ in: place }) => place === 'path').length > 1;
}

/**
 * True for what may be taken away where it is not set: a mark, and what PUT without a body says of a thing that is
 * made elsewhere, as `/favourites/{bookId}`. A 404 may be about that thing.
 */
export function mayBeUnset(resource: Resource): boolean {
  const { replace, parameter, collectionPath } = resource;
  const [, thing] = /^(.+?)_?(?:id|Id|ID)$/.exec(parameter?.name ?? '') ?? [];
  const collection = joinedWords(collectionPath.split('/').at(-1) ?? '');
  const isOfAnother = thing !== undefined && !collection.startsWith(joinedWords(thing).replace(/y$/, ''));
  return isMark(resource) || (replace?.requestBody === null && isOfAnother);
}

/** What one of the things of a collection is called, by its path. */
export function nounOf(resource: Pick<Resource, 'collectionPath'>): string {
  return singularOf(wordsOfPath(resource).at(-1) ?? '');
}

/**
 * A pattern for that in a sentence, with the words before it in the path or without: of `/time-entries`, "time entry".
 */
export function nounPattern(resource: Pick<Resource, 'collectionPath'>): string {
  return beforeNoun(resource) + nounOf(resource);
}

/** The same in the singular or the plural. */
export function nounsPattern(resource: Pick<Resource, 'collectionPath'>): string {
  const noun = nounOf(resource);
  const forms = new Set([wordsOfPath(resource).at(-1) ?? '', pluralOf(noun), noun]);
  return `${beforeNoun(resource)}(?:${[...forms].join('|')})`;
}

function beforeNoun(resource: Pick<Resource, 'collectionPath'>): string {
  const before = wordsOfPath(resource).slice(0, -1);
  return before.length === 0 ? '' : `(?:${before.join('[ -]')}[ -])?`;
}

function wordsOfPath({ collectionPath }: Pick<Resource, 'collectionPath'>): string[] {
  return wordsOf(collectionPath.split('/').at(-1) ?? '');
}
