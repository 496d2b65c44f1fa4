import { wordsOf } from '../resources/name-words.ts';
import { enumOf, numberAt, type SchemaView, textAt } from '../schemas/schema-view.ts';
import { describedBounds, isCount } from './described-bounds.ts';
import { schemaExamples } from './examples.ts';

type Bounds = readonly [least: number, most: number];

// By the last word of a name: what any server takes that has bounds at all, as an age of somebody who is grown up.
const groups: readonly [words: string, bounds: Bounds][] = [
  ['latitude lat', [-90, 90]],
  ['longitude long lon lng', [-180, 180]],
  ['rating stars score grade', [1, 5]],
  ['percentage percent discount', [1, 100]],
  ['probability confidence opacity ratio', [0, 1]],
  ['age', [18, 65]],
  ['year', [2000, 2020]],
  ['month', [1, 12]],
  ['day', [1, 28]],
  ['hour', [0, 23]],
  ['minute', [0, 59]],
  ['port', [1024, 65_535]],
  ['price cost fee amount total quantity qty count size capacity stock units copies pages', [1, 1000]],
  ['weight height width length depth distance radius duration minutes hours days nights', [1, 1000]],
  ['guests people persons passengers seats rooms', [1, 1000]],
];
const named = new Map(groups.flatMap(([words, bounds]) => words.split(' ').map((word) => [word, bounds] as const)));

/**
 * The bounds of numbers that are called or described so, where their schema says nothing of how large they are: many
 * servers refuse a price below zero, or a latitude above 90, whether or not the contract says so. They include every
 * example.
 */
export function namedBounds(view: SchemaView): Bounds | undefined {
  const [, name] = /\/properties\/([^/]+)$/.exec(view.pointer) ?? [];
  return name === undefined ? undefined : boundsNamed(name, view);
}

/** The bounds of numbers that are called or described so, where their schema says none. */
export function boundsNamed(name: string, view: SchemaView): Bounds | undefined {
  if (!isOpen(view)) return undefined;
  const usual = named.get(wordsOf(name).at(-1) ?? '') ?? (isCount(view) ? usualCount : undefined);
  const bounds = within(describedBounds(textAt(view, 'description') ?? ''), usual);
  const examples = schemaExamples(view).filter((example) => typeof example === 'number');
  return bounds && [Math.min(bounds[0], ...examples), Math.max(bounds[1], ...examples)];
}

/**
 * True for an amount of which the schema does not say how large it may be, nor how it is held: what is computed of it,
 * as a total of a quantity and a price, may be beyond what a server holds.
 */
export function isOpenAbove(view: SchemaView): boolean {
  const [, name = ''] = /\/properties\/([^/]+)$/.exec(view.pointer) ?? [];
  const isNamed = named.has(wordsOf(name).at(-1) ?? '') || isCount(view);
  const hasNoForm = enumOf(view) === undefined && textAt(view, 'format') === undefined;
  return isNamed && hasNoForm && upper.every((keyword) => numberAt(view, keyword) === undefined);
}

const upper = ['maximum', 'exclusiveMaximum'];

const usualCount: Bounds = [1, 1000];

/** What a description says, and of what it leaves open the usual. */
function within([low, high]: ReturnType<typeof describedBounds>, usual: Bounds | undefined): Bounds | undefined {
  if (low === undefined && high === undefined) return usual;
  const [fewest, most] = usual ?? usualCount;
  const least = low ?? Math.min(fewest, high ?? fewest);
  return [least, high ?? (least < most ? most : least + most)];
}

const keywords = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];

function isOpen(view: SchemaView): boolean {
  const isNumber = view.types.some((type) => type === 'integer' || type === 'number');
  return isNumber && enumOf(view) === undefined && keywords.every((keyword) => numberAt(view, keyword) === undefined);
}
