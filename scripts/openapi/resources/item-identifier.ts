import { ownValue } from '../../http/own-value.ts';
import { type Contract, resolvePart } from '../contract.ts';
import { objectOf, pointerTo, stringOf } from '../json.ts';
import type { Operation, Parameter } from '../operation-table.ts';
import { jsonBodySchema, parameterSchema } from '../schemas/schema-pointers.ts';
import { type SchemaView, textAt, typesOf, viewSchema } from '../schemas/schema-view.ts';
import { successSchema } from '../success-responses.ts';
import { viewItem } from './item-view.ts';
import { joinedWords } from './joined-words.ts';

/** What shows which property of an item has its identifier. */
export interface ItemEvidence {
  /** What creates an item, where something does. */
  post: Operation | undefined;
  read: Operation | undefined;
  /** Pointer of the schema of an item in a list. */
  listed: string | undefined;
  /** The path parameter that names an item. */
  parameter: Parameter | undefined;
  /** True where a client gives the identifier, in the path. */
  isClients: boolean;
}

/** The property of an item that has its identifier, by what operations answer with. */
export function idPropertyOf(
  contract: Contract,
  { post, read, listed, parameter, isClients }: ItemEvidence,
): string | undefined {
  const answerOf = (operation: Operation | undefined) => {
    const pointer = operation === undefined ? undefined : successSchema(contract, operation);
    return pointer === undefined ? [] : [viewItem(contract, pointer)];
  };
  const ofList = listed === undefined ? [] : [viewItem(contract, listed)];
  // Where nothing creates items, `/users/{username}` says that their number is no name of theirs.
  const isName = isClients || (post === undefined && parameter !== undefined && !/id$/i.test(parameter.name));
  const named = (shown: readonly SchemaView[]) => propertyFor(contract, parameter, shown, { isClients, isName });
  const found = (shown: readonly SchemaView[], listed: readonly SchemaView[]) =>
    named([...shown, ...listed]) ?? named(shown.flatMap((view) => heldIn(contract, view)));
  const linked = linkedProperty(contract, post, parameter);
  if (linked !== undefined) return linked;
  const property = found([...answerOf(post), ...answerOf(read)], ofList);
  // A creation may answer with a receipt alone, which names its item as the path does.
  const isOfReceipt = property !== undefined && property === parameter?.name && !isSent(contract, post, property);
  return (isOfReceipt ? found(answerOf(read), []) : undefined) ?? property;
}

/** `parameters: {bookId: $response.body#/id}` of a link says which property is the identifier. */
function linkedProperty(
  contract: Contract,
  create: Operation | undefined,
  parameter: Parameter | undefined,
): string | undefined {
  if (create === undefined || parameter === undefined) return undefined;
  for (const { pointer } of Object.values(create.responses)) {
    const links = Object.keys(objectOf(objectOf(resolvePart(contract, pointer).value)['links']));
    for (const name of links) {
      const link = objectOf(resolvePart(contract, `${pointer}/links${pointerTo(name)}`).value);
      const parameters = objectOf(link['parameters']);
      const expression = stringOf(ownValue(parameters, parameter.name) ?? parameters[`path.${parameter.name}`]);
      const [, property] = /^\$response\.body#\/([^/]+)$/.exec(expression ?? '') ?? [];
      if (property !== undefined) return property;
    }
  }
  return undefined;
}

function isSent(contract: Contract, post: Operation | undefined, property: string): boolean {
  const schema = post === undefined ? undefined : jsonBodySchema(contract, post);
  return schema !== undefined && viewItem(contract, schema).properties.has(property);
}

function heldIn(contract: Contract, view: SchemaView): SchemaView[] {
  const pointer = heldPart(view);
  return pointer === undefined ? [] : [viewItem(contract, pointer)];
}

/** Pointer of the schema of what a body has in its only property, or in `data`. */
export function heldPart({ properties }: SchemaView): string | undefined {
  const [only] = properties.size === 1 ? properties.values() : [];
  return properties.get('data') ?? only;
}

/** `isClients`: a client gives the identifier, in the path. `isName`: what is a text there is no number elsewhere. */
function propertyFor(
  contract: Contract,
  parameter: Parameter | undefined,
  views: readonly SchemaView[],
  { isClients, isName }: { isClients: boolean; isName: boolean },
): string | undefined {
  const inPath = parameter === undefined ? undefined : viewSchema(contract, parameterSchema(parameter));
  const mayHold = (pointer: string) => {
    const view = viewSchema(contract, pointer);
    const types = typesOf(contract, view);
    const format = view.keywords.get('format')?.value;
    // What a client names as it likes has no such name.
    const isOther = isClients && format !== undefined && format !== inPath?.keywords.get('format')?.value;
    // No number is a UUID.
    const isText =
      inPath?.types.includes('string') === true && (isName || inPath.keywords.get('format')?.value === 'uuid');
    const isNumber = isText && types.length > 0 && !types.includes('string');
    return !isOther && !isNumber && !types.includes('object') && !types.includes('array') && view.properties.size === 0;
  };
  const held = views.flatMap(({ properties }) => [...properties].filter(([, pointer]) => mayHold(pointer)));
  // `bookId` is what the path has as `book_id`.
  const isSpelt = ([name]: [string, string]) => joinedWords(name) === joinedWords(parameter?.name ?? '');
  const wanted =
    parameter === undefined
      ? []
      : [
          parameter.name,
          ...held.filter(isSpelt).map(([name]) => name),
          parameter.name.replace(/^[a-z]+(?=[A-Z])/, '').replace(/^[A-Z]/, (letter) => letter.toLowerCase()),
          parameter.name.replace(/^.*_/, ''),
        ];
  const names = new Set(held.map(([name]) => name));
  const alike = new Set(
    held.flatMap(([name, pointer]) => (isOfSchema(inPath, viewSchema(contract, pointer)) ? [name] : [])),
  );
  const [only] = alike.size === 1 ? alike : [];
  // Where only some have it, it is no name but a secret, as the key that a creation alone shows.
  const isInAll = (name: string) => views.every(({ properties }) => properties.has(name));
  const shown = inPath?.types.includes('string') === true ? usualTexts.filter(isInAll) : [];
  return (
    wanted.find((name) => names.has(name)) ?? only ?? [...usualIdentifiers, ...shown].find((name) => names.has(name))
  );
}

/** How identifiers are named where the path parameter has another name, as in `/organizations/{organization}`. */
export const usualIdentifiers: readonly string[] = ['id', '_id', 'uuid'];
const usualTexts = ['slug', 'key', 'code'];

/** True where a property and the path parameter have one schema in common: by its name, or by its pattern. */
function isOfSchema(inPath: SchemaView | undefined, property: SchemaView): boolean {
  const pattern = textAt(property, 'pattern');
  return (
    inPath !== undefined &&
    ((property.name !== undefined && property.name === inPath.name) ||
      (pattern !== undefined && pattern === textAt(inPath, 'pattern')))
  );
}
