import { type Contract, descriptionAt } from '../../openapi/contract.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { joinedWords } from '../../openapi/resources/joined-words.ts';
import { isPluralOf } from '../../openapi/resources/plural.ts';
import type { Resource } from '../../openapi/resources/resource.ts';
import { nearestPlaces } from '../../openapi/schemas/nearest-places.ts';
import { jsonBodySchema } from '../../openapi/schemas/schema-pointers.ts';
import { enumOf, isReadOnly, typesOf, viewSchema } from '../../openapi/schemas/schema-view.ts';
import { sentencesOf } from '../../openapi/sentences.ts';
import { type Described, foundOnce } from '../resource/found-once.ts';
import { stepTo } from '../response/body-path.ts';
import { holderIn } from './known-references.ts';
import { listedResource, namedResource, referencedResource, resourceOfPath } from './referenced-resource.ts';

/** A property of a body that names a thing, and what the contract says is answered where there is none. */
export interface NamedThing {
  /** Of the property, as the ids of requirements have it: `.lines[].productId`. */
  path: string;
  /** Of the schema of the property. */
  pointer: string;
  resource: Resource;
  /** The statuses that say so. */
  statuses: readonly number[];
  /** Where the contract says so. */
  said: string;
}

/** A property of a body that has the identifier of a thing. */
type Reference = Omit<NamedThing, 'statuses' | 'said'> & { name: string; isRequired: boolean };

/** The statuses that a request gets for what it names. */
const refusals = [404, 422, 400, 409, 410];
const deepest = 4;

/**
 * What the bodies of an operation name that must be there: where a refusal is described so, as "Product not found" or
 * "a product does not exist"; where the property is, as "The id of an existing product"; and where a 404 can be about
 * nothing else.
 */
export const namedThings = foundOnce(findThings);

function findThings(known: Described, operation: Operation): NamedThing[] {
  const { contract } = known.description;
  const statuses = refusals.filter((status) => Object.hasOwn(operation.responses, String(status)));
  const references = statuses.length === 0 ? [] : referencesOf(known, operation);
  const own = sentencesOf(descriptionAt(contract, operation.pointer));
  return references.flatMap((reference) => {
    const responseTo = (status: number) => `${operation.pointer}/responses/${status}`;
    const saying = statuses.filter((status) =>
      saysThatNoneIsThere(descriptionAt(contract, responseTo(status)), reference),
    );
    const [first] = saying;
    if (first !== undefined) return [{ ...reference, statuses: saying, said: responseTo(first) }];
    const about = own.filter((sentence) => saysThatNoneIsThere(sentence, reference));
    const named = statuses.filter((status) => about.some((sentence) => sentence.includes(String(status))));
    if (about.length > 0)
      return [{ ...reference, statuses: named.length > 0 ? named : statuses, said: operation.pointer }];
    if (saysThatOneIsThere(descriptionAt(contract, reference.pointer)))
      return [{ ...reference, statuses, said: reference.pointer }];
    const isOnly = references.length === 1 && reference.isRequired && isOnlyMeaning(known, operation);
    return isOnly ? [{ ...reference, statuses, said: responseTo(404) }] : [];
  });
}

/** The properties of the bodies of an operation that have identifiers of other things than its path names. */
const referencesOf = foundOnce(findReferences);

function findReferences(known: Described, operation: Operation): Reference[] {
  const schema = ['POST', 'PUT', 'PATCH'].includes(operation.method)
    ? jsonBodySchema(known.description.contract, operation)
    : undefined;
  if (schema === undefined) return [];
  const ofPath = operation.parameters.flatMap(({ in: place, name }) =>
    place === 'path' ? (resourceOfPath(known, operation, name) ?? []) : [],
  );
  const start: Place = { pointer: schema, path: '', holder: '', isRequired: true };
  const places = nearestPlaces(start, deepest, (place) => placesIn(known, operation, place));
  const found = places.flatMap((place) => propertiesIn(known, operation, place).flatMap(({ named }) => named ?? []));
  return [...Map.groupBy(found, ({ path }) => path).values()]
    .flatMap(([first]) => first ?? [])
    .filter(({ resource }) => !ofPath.includes(resource));
}

/** A part of a body. */
interface Place {
  pointer: string;
  path: string;
  /** The name of the property that has it. */
  holder: string;
  isRequired: boolean;
}

/** A property of a part of a body; `named`: the reference that it is, where it is one. */
interface Property extends Place {
  named: Reference | undefined;
}

/** What is in a part of a body, but for what names things. */
function placesIn(known: Described, operation: Operation, place: Place): Place[] {
  const { alternatives, items } = viewSchema(known.description.contract, place.pointer);
  return [
    ...alternatives.map((pointer) => ({ ...place, pointer, isRequired: false })),
    ...(items === undefined ? [] : [{ ...place, pointer: items, path: `${place.path}[]` }]),
    ...propertiesIn(known, operation, place).filter(({ named }) => named === undefined),
  ];
}

/** The properties of a part of a body that clients may send. */
function propertiesIn(known: Described, operation: Operation, place: Place): Property[] {
  const { contract } = known.description;
  const { properties, required } = viewSchema(contract, place.pointer);
  return [...properties].flatMap(([name, pointer]): Property[] => {
    const view = viewSchema(contract, pointer);
    if (isReadOnly(view)) return [];
    const { items } = view;
    const own: Place = {
      pointer,
      path: place.path + stepTo(name),
      holder: holderIn(name, place.holder),
      isRequired: place.isRequired && required.has(name),
    };
    const resource = isIdentifier(contract, pointer) ? resourceNamed(known, operation, name, place) : undefined;
    if (resource !== undefined) return [{ ...own, named: { ...own, resource, name } }];
    const listed = place.path === '' && items !== undefined ? listedResource(known, operation, name) : undefined;
    if (listed === undefined || items === undefined) return [{ ...own, named: undefined }];
    return [{ ...own, named: { ...own, path: `${own.path}[]`, pointer: items, resource: listed, name } }];
  });
}

function resourceNamed(
  known: Described,
  operation: Operation,
  name: string,
  { path, holder }: Place,
): Resource | undefined {
  if (path === '') return referencedResource(known, operation, name);
  return namedResource(known, operation, name === 'id' ? `${holder}Id` : name);
}

function isIdentifier(contract: Contract, pointer: string): boolean {
  const types = typesOf(contract, viewSchema(contract, pointer)).filter((type) => type !== 'null');
  return (
    enumOf(viewSchema(contract, pointer)) === undefined && types.every((type) => ['string', 'integer'].includes(type))
  );
}

const isNone = /(?:(?:\bnot|n['’]t) (?:be )?(?:found|exist|there)|\bno longer exists?)\b/i;
const noSuch = /\b(?:unknown|no such|there (?:is|are) no|non-?existent|inexistent)\b/i;
/** So many words may be between a thing and what is said of it. */
const nearby = 5;

/** True for "Product not found", "The order or a product does not exist" and "Unknown product". */
function saysThatNoneIsThere(description: string, reference: Reference): boolean {
  return sentencesOf(description)
    .flatMap((sentence) => sentence.split(/[,:]/))
    .some((clause) => {
      const [before, after] = [clause.split(isNone), clause.split(noSuch)];
      return (
        (before.length > 1 && isNamedIn(wordsIn(before[0] ?? '').slice(-nearby), reference)) ||
        (after.length > 1 && isNamedIn(wordsIn(after[1] ?? '').slice(0, nearby), reference))
      );
    });
}

function wordsIn(text: string): string[] {
  return text.split(/[^\p{L}\p{N}_-]+/u).filter((word) => word !== '');
}

/** True where words have the thing, in the singular or plural, or the name of the property. */
function isNamedIn(words: readonly string[], { name, resource }: Reference): boolean {
  const collection = joinedWords(resource.collectionPath.split('/').at(-1) ?? '');
  const own = joinedWords(name);
  const names = [collection, own, own.replace(/(?:ids?|code)$/, '')];
  const pairs = words.slice(1).map((word, index) => `${words[index]}${word}`);
  return [...words, ...pairs]
    .map(joinedWords)
    .some((word) => names.some((one) => word === one || isPluralOf(word, one) || isPluralOf(one, word)));
}

const mustBeThere = /\b(?:existing|(?:must|has to|needs to)(?: already)? exist)\b/i;

/** True for "The id of an existing product" and "The product must exist". */
function saysThatOneIsThere(description: string): boolean {
  return sentencesOf(description).some(
    (sentence) => mustBeThere.test(sentence) && !/\b(?:not|or|if)\b/i.test(sentence),
  );
}

/** True where the path names nothing, so that a 404 is about the body; not where it is of every operation. */
function isOnlyMeaning(known: Described, operation: Operation): boolean {
  const isAboutNothing = ({ method, path, responses }: Operation) =>
    method !== 'GET' && !path.includes('{') && Object.hasOwn(responses, '404');
  return (
    isAboutNothing(operation) &&
    known.description.operations
      .filter(isAboutNothing)
      .every((one) => one === operation || referencesOf(known, one).length > 0)
  );
}
