import type { HttpRequest } from '../../http/exchange.ts';
import type { Credential } from '../../openapi/credentials.ts';
import { listOf, objectOf } from '../../openapi/json.ts';
import type { PlanningContext } from '../planning-context.ts';

// Routes that are forgotten in many servers.
const usualWords = [
  'search',
  'export',
  'stats',
  'orders',
  'users',
  'admin',
  'debug',
  'metrics',
  'health',
  'status',
  'internal',
  'keys',
  'docs',
  'openapi.json',
  'config',
  'me',
];

/** A path that nobody has thought of. */
export function madeUpPath({ values }: PlanningContext): string {
  return `/unknown-${values.token()}`;
}

/** Paths beside those of the contract: made up, and those that a forgotten route would have. */
export function unknownPaths(context: PlanningContext): string[] {
  const { operations } = context.description;
  const roots = [...new Set(operations.map(({ path }) => path.split('/{')[0] ?? ''))];
  const [root = ''] = roots;
  const made = madeUpPath(context);
  const words = wordsOf(context);
  const nouns = [...thingsOf(context), ...words].flatMap((noun) => [noun, pluralOf(noun)]);
  const routes = [...usualWords, ...nouns, ...words.map((noun) => `${noun}/orders`)];
  const paths = new Set([
    made,
    ...roots.map((one) => `${one}${made}${made}`),
    `${root}${made}/1`,
    ...routes.map((route) => `/${route}`),
    ...roots.map((one) => `${one}/1/history`),
  ]);
  return [...paths].filter((path) => context.description.router.pathOf(path) === undefined);
}

/** A request to a path that the contract does not have. */
export function requestTo(path: string, { headers, query }: Credential): HttpRequest {
  return {
    method: 'GET',
    target: path + (query.length > 0 ? `?${query.map((pair) => pair.join('=')).join('&')}` : ''),
    headers: [...headers, ['Accept', '*/*']],
    body: null,
  };
}

/** The names of schemas, and of what stands in paths. */
function thingsOf({ description: { contract, operations } }: PlanningContext): string[] {
  return [
    ...Object.keys(objectOf(objectOf(contract.document['components'])['schemas'])),
    ...operations.flatMap(({ path }) => path.split('/').filter((segment) => /^\w+$/.test(segment))),
  ].map((noun) => noun.toLowerCase());
}

/** What the contract speaks of: in its title, its tags, and in properties that hold the identifier of something. */
function wordsOf({ description: { contract } }: PlanningContext): string[] {
  const { document } = contract;
  const tags = listOf(document['tags']).map((tag) => String(objectOf(tag)['name']));
  const schemas = Object.values(objectOf(objectOf(document['components'])['schemas']));
  const holders = schemas
    .flatMap((schema) => Object.keys(objectOf(objectOf(schema)['properties'])))
    .flatMap((name) => /^(.+?)_?ids?$/i.exec(name)?.[1] ?? []);
  const title = String(objectOf(document['info'])['title']).split(/\W+/);
  const words = [...title, ...tags, ...holders].map((word) => word.toLowerCase());
  return [...new Set(words.filter((word) => /^[a-z]{3,20}$/.test(word)))];
}

function pluralOf(noun: string): string {
  return noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
