import type { HttpRequest } from '../../http/exchange.ts';
import { noCredential } from '../../openapi/credentials.ts';
import { templateOf } from '../../openapi/description.ts';
import { listOf, objectOf, pointerTo } from '../../openapi/json.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { PlanningContext } from '../planning-context.ts';
import { assemble } from '../request-parts.ts';
import type { RequirementDraft } from '../requirement.ts';

/** A request that reaches no operation. */
export interface OtherCase {
  requirement: RequirementDraft;
  title: string;
  /** Path of the contract that is asked, if it has it. */
  path: string | undefined;
  /** Statuses that a server which keeps the contract may answer with. */
  allowed: { text: string; has(status: number): boolean };
  build(context: PlanningContext): Promise<HttpRequest>;
}

// RFC 9110 section 9 and RFC 5789. HEAD and OPTIONS are for a server to offer as it likes (sections 9.3.2 and 9.3.7).
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Methods that a path does not offer, and paths that there are not. */
export function otherCases(context: PlanningContext): OtherCase[] {
  const { operations } = context.description;
  const byPath = Map.groupBy(operations, ({ path }) => path);
  return [...[...byPath].flatMap(([path, own]) => methodCases(context, path, own)), ...unknownPathCases(context)];
}

function methodCases(context: PlanningContext, path: string, offered: Operation[]): OtherCase[] {
  const [sample] = offered.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
  if (sample === undefined) return [];
  const isDocumented = Object.hasOwn(context.unmatched.responses, '405');
  const allowed = isDocumented
    ? { text: '405', has: (status: number) => status === 405 }
    : { text: '405, or another refusal', has: (status: number) => (status >= 400 && status < 500) || status === 501 };
  const takers = (from: readonly Operation[]) => from.filter(({ requestBody }) => requestBody !== null);
  const donors = takers(offered).length > 0 ? takers(offered) : takers(context.description.operations).slice(0, 1);
  return methods
    .filter((method) => !offered.some((operation) => operation.method === method))
    .flatMap((method) => {
      const requirement: RequirementDraft = {
        id: `paths.${path}.${method}`,
        operationId: null,
        pointer: pointerTo('paths', path),
        statement: `${path} does not offer ${method}.`,
        subject: { kind: 'method', path, method },
      };
      const buildWith =
        (donor: Operation | undefined) =>
        async (at: PlanningContext): Promise<HttpRequest> => {
          const parts = await at.source.base(sample);
          const body =
            method === 'GET' || method === 'DELETE' || donor === undefined
              ? null
              : ((await at.source.base(donor, 'all', false)).body ?? parts.body);
          return { ...assemble({ ...parts, body }), method };
        };
      const build = buildWith(donors[0]);
      const anonymous = Object.hasOwn(context.unmatched.responses, '401')
        ? [
            {
              requirement: orderRequirement(path),
              title: `${method} without a credential`,
              path,
              allowed: { text: '401', has: (status: number) => status === 401 },
              build: async (at: PlanningContext) => withoutKey(await build(at), at),
            },
          ]
        : [];
      const others =
        method === 'GET' || method === 'DELETE'
          ? []
          : donors.slice(1).map((donor) => ({
              requirement,
              title: `${method} with a body for ${donor.id}`,
              path,
              allowed,
              build: buildWith(donor),
            }));
      return [{ requirement, title: method, path, allowed, build }, ...others, ...anonymous];
    });
}

function orderRequirement(path: string): RequirementDraft {
  return {
    id: `paths.${path}.order`,
    operationId: null,
    pointer: '/x-unmatched-responses',
    statement: `Without a valid credential, nothing is told of the methods of ${path}.`,
    subject: { kind: 'security', aspect: 'order' },
  };
}

function withoutKey(request: HttpRequest, { keys }: PlanningContext): HttpRequest {
  return { ...request, headers: request.headers.filter(([, value]) => !value.includes(keys.key)) };
}

/** Paths beside those of the contract: made up, and those that a forgotten route would have. */
function unknownPathCases(context: PlanningContext): OtherCase[] {
  const { operations, contract } = context.description;
  const { responses } = context.unmatched;
  if (!Object.hasOwn(responses, '404') || operations.length === 0) return [];
  const requirement: RequirementDraft = {
    id: 'paths.unknown',
    operationId: null,
    pointer: '/x-unmatched-responses',
    statement: 'A path that the contract does not have is answered with 404.',
    subject: { kind: 'unknownPath' },
  };
  const roots = [...new Set(operations.map(({ path }) => path.split('/{')[0] ?? ''))];
  const things = [
    ...Object.keys(objectOf(objectOf(contract.document['components'])['schemas'])),
    ...operations.flatMap(({ path }) => path.split('/').filter((segment) => /^\w+$/.test(segment))),
  ].map((noun) => noun.toLowerCase());
  const nouns = [...things, ...wordsOf(context)].flatMap((noun) => [noun, pluralOf(noun)]);
  const words = [
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
    ...nouns,
    ...wordsOf(context).map((noun) => `${noun}/orders`),
  ];
  const made = `/unknown-${context.values.token()}`;
  const [root = ''] = roots;
  const paths = new Set([
    made,
    ...roots.map((one) => `${one}${made}${made}`),
    `${root}${made}/1`,
    ...words.map((word) => `/${word}`),
    ...roots.flatMap((one) => [one.toUpperCase(), `${one}/1/history`]),
  ]);
  const unknown = [...paths].filter((path) => templateOf(context.description, path) === undefined);
  const credential =
    operations
      .map((operation) => context.credentialOf(operation))
      .find((one) => one.headers.length > 0 || one.query.length > 0) ?? noCredential;
  const requestTo = (path: string, carried = credential): HttpRequest => ({
    method: 'GET',
    target: path + (carried.query.length > 0 ? `?${carried.query.map((pair) => pair.join('=')).join('&')}` : ''),
    headers: [...carried.headers, ['Accept', '*/*']],
    body: null,
  });
  const notFound = { text: '404', has: (status: number) => status === 404 };
  const refused = { text: '401', has: (status: number) => status === 401 };
  const anonymous: OtherCase[] =
    Object.hasOwn(responses, '401') && credential !== noCredential
      ? [
          {
            requirement: orderRequirement('unknown'),
            title: 'no credential',
            path: undefined,
            allowed: refused,
            build: async () => requestTo(made, noCredential),
          },
        ]
      : [];
  return [
    ...unknown.map(
      (path): OtherCase => ({
        requirement,
        title: path,
        path: undefined,
        allowed: notFound,
        build: async () => requestTo(path),
      }),
    ),
    ...anonymous,
  ];
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
  return [
    ...new Set(
      [...title, ...tags, ...holders].map((word) => word.toLowerCase()).filter((word) => /^[a-z]{3,20}$/.test(word)),
    ),
  ];
}

function pluralOf(noun: string): string {
  return noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
