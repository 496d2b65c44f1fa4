import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateTypes } from '../../generate/types.ts';
import { type Contract, resolvePart } from '../../openapi/contract.ts';
import { childOf, isObject, type Json, listOf, objectOf, pointerTo, segmentsOf, valueAt } from '../../openapi/json.ts';
import { isIgnored } from '../../openapi/operation-parameters.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { partsOf as partsOfDocument } from '../../openapi/source/document-walk.ts';
import { checkTypes } from '../../types/type-check.ts';
import type { Contracts, Flow, Found, Pair } from './found.ts';
import { isBytes } from './media-types.ts';
import type { OperationPlace } from './operation-places.ts';
import type { Usage } from './usage.ts';

/** A type of both contracts that the compiler compares, and the part of the contract that it was made from. */
interface Question {
  /** The type, as it is reached from the module. */
  type: string;
  /** What an assignment is asked in; undefined where the type has to be there, and no more. */
  flow: Flow | undefined;
  label: string;
  pointer: string;
}

/**
 * What the compiler says of the types that consumers import: each name must still be there, new responses must fit the
 * old types, and old requests the new ones. Nothing is asked where both contracts give the same types, nor of what a
 * breaking change is `known` in already.
 */
export async function typeChanges(
  contracts: Contracts,
  operations: readonly Pair<OperationPlace>[],
  usage: Pair<Usage>,
  known: ReadonlySet<string>,
): Promise<Found[]> {
  const [before, now] = await Promise.all([typesOf(contracts.before), typesOf(contracts.now)]);
  if (before === now) return [];
  const changed = new Set([...known].flatMap((place) => [place, ...alternativesBy(place, usage)]));
  const questions = [
    ...schemaQuestions(contracts, before, usage),
    ...operations.flatMap((pair) => operationQuestions(contracts, pair)),
  ].filter(({ pointer }) => {
    const parts = {
      before: partsOf(contracts.before, usage.before, pointer),
      now: partsOf(contracts.now, usage.now, pointer),
    };
    const isKnown = [...changed].some((place) => [...parts.before, ...parts.now].some((part) => isWithin(place, part)));
    return !isKnown && hasOneForm(contracts.before, parts.before) && hasOneForm(contracts.now, parts.now);
  });
  const failed = await askCompiler(before, now, questions);
  return failed.map(({ type, flow, label, pointer }): Found => {
    const isThere = flow !== undefined;
    return {
      impact: 'major',
      ...(flow !== undefined && { flow, operations: usage.before.of(pointer, flow) }),
      message: isThere
        ? `The type ${label} does not fit the released one.`
        : `The type \`${type}\` is no longer exported.`,
      breaks: isThere
        ? `consumers whose code ${flow === 'sent' ? 'gives' : 'reads'} it`
        : `consumers whose code imports \`${type}\``,
      remedy: isThere ? 'leave the schema as it was, and add another one' : 'keep the schema under its name',
      before: pointer,
      holder: pointer,
    };
  });
}

/** An object of which no property is known reads as one that has none, though it may have any. */
async function typesOf(contract: Contract): Promise<string> {
  const text = await generateTypes(comparable(contract));
  return text.replaceAll(/\/\*\*[\s\S]*?\*\/\s*/g, '').replaceAll('Record<string, never>', 'Record<string, unknown>');
}

/**
 * Without what the compiler takes for more than it is: header fields have no letter case, and TypeScript has no type
 * for the other properties of an object, nor for a list that need not have an item in each place. A list of values has
 * null only where it is in the list.
 */
function comparable(contract: Contract): Contract {
  const document = structuredClone(contract.document);
  for (const { kind, node } of partsOfDocument(document)) {
    if (!isObject(node.value)) continue;
    const { in: place, name = '', properties, prefixItems, type, enum: values } = node.value;
    if (kind === 'parameter' && place === 'header') {
      node.value['name'] = String(name).toLowerCase();
      if (isIgnored({ in: place, name: String(name) })) delete node.value['required'];
    }
    if (kind !== 'schema') continue;
    if (values !== undefined && !listOf(values).includes(null)) {
      delete node.value['nullable'];
      if (Array.isArray(type)) node.value['type'] = type.filter((one) => one !== 'null');
    }
    if (properties !== undefined)
      for (const key of ['additionalProperties', 'patternProperties']) delete node.value[key];
    if (prefixItems !== undefined) for (const key of ['prefixItems', 'items']) delete node.value[key];
  }
  return { ...contract, document };
}

function schemaQuestions(contracts: Contracts, types: string, usage: Pair<Usage>): Question[] {
  const exported = types.matchAll(/^export type (\w+) = components\["schemas"\]\[("(?:[^"\\]|\\.)*")\];$/gm);
  return [...exported].flatMap(([, type = '', key = '""']): Question[] => {
    const name = String(JSON.parse(key));
    const pointer = pointerTo('components', 'schemas', name);
    // What is no longer used is said where it was.
    const isUsed = (flow: Flow) => [usage.before, usage.now].every((one) => one.of(pointer, flow).length > 0);
    const flows = (['sent', 'read'] as const).filter(isUsed);
    const isThere = childOf(objectOf(objectOf(contracts.now.document['components'])['schemas']), name) !== undefined;
    // That a schema is gone is known already.
    if (!isThere) return [];
    const label = `\`${type}\``;
    return [{ type, flow: undefined, label, pointer }, ...flows.map((flow) => ({ type, flow, label, pointer }))];
  });
}

/** The bodies and parameters of an operation, which need not be named schemas. */
function operationQuestions(contracts: Contracts, { before, now }: Pair<OperationPlace>): Question[] {
  const { operation: old, pointer, request, response } = before;
  const { operation: own } = now;
  if (old.id !== own.id || !/^[\w.-]+$/.test(old.id)) return [];
  const root = `operations[${JSON.stringify(old.id)}]`;
  const common = (before: Body | null | undefined, now: Body | null | undefined) =>
    mediaTypesInBoth(contracts, { before: before ?? undefined, now: now ?? undefined });
  return [
    ...common(old.requestBody, own.requestBody).map((mediaType): Question => {
      const type = `${root}["requestBody"]`;
      return {
        type: `NonNullable<MODULE.${type}>["content"][${JSON.stringify(mediaType)}]`,
        flow: request,
        label: `of the request body of ${old.id}`,
        pointer: `${pointer}/requestBody`,
      };
    }),
    ...Object.entries(old.responses).flatMap(([status, documented]) =>
      common(documented, own.responses[status]).map((mediaType): Question => {
        const key = /^\d+$/.test(status) ? status : JSON.stringify(status);
        return {
          type: `MODULE.${root}["responses"][${key}]["content"][${JSON.stringify(mediaType)}]`,
          flow: response,
          label: `of the ${status} response of ${old.id}`,
          pointer: documented.pointer,
        };
      }),
    ),
    ...parameterQuestion(old, own, root, request),
  ];
}

interface Body {
  mediaTypes: readonly string[];
  pointer: string;
}

/** Those whose types say something: what is no text is no string, though its type may be one. */
function mediaTypesInBoth(contracts: Contracts, { before, now }: Pair<Body | undefined>): string[] {
  if (before === undefined || now === undefined) return [];
  const isText = (mediaType: string) =>
    !isBytes(contracts.before, `${before.pointer}/content${pointerTo(mediaType)}`) ||
    !isBytes(contracts.now, `${now.pointer}/content${pointerTo(mediaType)}`);
  return before.mediaTypes.filter((one) => now.mediaTypes.includes(one) && isText(one));
}

function parameterQuestion(old: Operation, own: Operation, root: string, flow: Flow): Question[] {
  if (old.parameters.length === 0 || own.parameters.length === 0) return [];
  const label = `of the parameters of ${old.id}`;
  return [{ type: `MODULE.${root}["parameters"]`, flow, label, pointer: old.pointer }];
}

/** A part of a contract with all that it refers to; of an operation, with the parameters of its path. */
function partsOf(contract: Contract, usage: Usage, pointer: string): string[] {
  const segments = segmentsOf(pointer);
  if (segments[0] === 'components') {
    const component = pointerTo(...segments.slice(0, 3));
    const common = `${component}/parameters`;
    return [...usage.closureOf(component), pointer, ...usage.referencesFrom(common), common];
  }
  // A path may be a reference to a path item.
  const path = pointerTo(...segments.slice(0, 2));
  const item = valueAt(contract.document, path) !== undefined ? resolvePart(contract, path).pointer : path;
  const place = item + pointer.slice(path.length);
  return [...usage.referencesFrom(place), place, ...usage.referencesFrom(`${item}/parameters`), `${item}/parameters`];
}

/** Alternatives whose types are others with a discriminator of `oneOf`: they have the value by which it tells them. */
function alternativesBy(place: string, { before, now }: Pair<Usage>): string[] {
  const [, holder] = /^(.*)\/(?:discriminator(?:\/.*)?|oneOf|anyOf)$/.exec(place) ?? [];
  return holder === undefined ? [] : [...before.referencesIn(holder), ...now.referencesIn(holder)];
}

function isWithin(place: string, part: string): boolean {
  return place === part || place.startsWith(`${part}/`);
}

/** False where a property is a part of requests alone, or of responses: the types have it in both. */
function hasOneForm(contract: Contract, parts: readonly string[]): boolean {
  const isOfOne = (part: Json): boolean =>
    typeof part === 'object' &&
    part !== null &&
    (childOf(part, 'readOnly') === true || childOf(part, 'writeOnly') === true || Object.values(part).some(isOfOne));
  return !parts.some((part) => isOfOne(valueAt(contract.document, part) ?? null));
}

const head = `import type * as Released from './released.ts';
import type * as Current from './current.ts';
type Fits<From extends To, To> = From;
`;

/** The questions that the compiler says no to: each stands on a line of its own. */
async function askCompiler(before: string, now: string, questions: readonly Question[]): Promise<Question[]> {
  const lines = questions.map(({ type, flow }, index) => {
    const of = (module: string) => (type.includes('MODULE.') ? type.replace('MODULE', module) : `${module}.${type}`);
    if (flow === undefined) return `export type Q${index} = ${of('Current')};`;
    const [from, to] = flow === 'sent' ? ['Released', 'Current'] : ['Current', 'Released'];
    return `export type Q${index} = Fits<${of(from)}, ${of(to)}>;`;
  });
  const folder = await mkdtemp(join(tmpdir(), 'types-'));
  try {
    const compilerOptions = {
      strict: true,
      noEmit: true,
      module: 'nodenext',
      target: 'es2022',
      lib: ['es2022'],
      types: [],
    };
    await Promise.all([
      writeFile(join(folder, 'released.ts'), before),
      writeFile(join(folder, 'current.ts'), now),
      writeFile(join(folder, 'questions.ts'), `${head}${lines.join('\n')}\n`),
      writeFile(join(folder, 'package.json'), '{ "type": "module" }'),
      writeFile(
        join(folder, 'tsconfig.json'),
        JSON.stringify({
          compilerOptions: { ...compilerOptions, allowImportingTsExtensions: true },
          files: ['questions.ts'],
        }),
      ),
    ]);
    const problems = await checkTypes(join(folder, 'tsconfig.json'));
    const first = head.split('\n').length;
    return problems.flatMap(({ location, message }) => {
      const question = questions[location.line - first];
      // A type that is not there at all is an answer only where that is the question.
      const isAnswer = question !== undefined && (question.flow === undefined || !isMissing(message));
      return isAnswer && location.file.endsWith('questions.ts') ? [question] : [];
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The errors of a name, a member or an index that a type does not have. */
function isMissing(message: string): boolean {
  return /^TS(2339|2536|2537|2551|2694|2724):/.test(message);
}
