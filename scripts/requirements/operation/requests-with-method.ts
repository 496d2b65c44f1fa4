import type { HttpRequest } from '../../http/exchange.ts';
import { noCredential } from '../../openapi/credentials.ts';
import type { Description } from '../../openapi/description.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { PlanningContext } from '../planning-context.ts';
import { assemble } from '../request/request-parts.ts';
import { anyCredential } from './any-credential.ts';

// RFC 9110 section 9 and RFC 5789. HEAD and OPTIONS are for a server to offer as it likes (sections 9.3.2 and 9.3.7).
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** A method that a path of the contract does not offer. */
export interface UndescribedMethod {
  path: string;
  method: string;
}

/** Those of all paths, path by path. */
export function undescribedMethods({ operations }: Description): UndescribedMethod[] {
  const paths = [...new Set(operations.map(({ path }) => path))];
  // Of thousands of paths, few have the same written segments.
  const byShape = Map.groupBy(operations, ({ path }) => shapeOf(path));
  return paths.flatMap((path) => {
    const alike = byShape.get(shapeOf(path)) ?? [];
    return methods
      .filter((method) => !alike.some((other) => other.method === method && mayBeTakenFor(path, other.path)))
      .map((method) => ({ path, method }));
  });
}

/** A path with one name for all its parameters; paths that may be taken for each other have the same. */
function shapeOf(path: string): string {
  return path.replaceAll(/[^/]*\{[^}]+\}[^/]*/g, '{}');
}

/**
 * True for the path itself, and for one that has a whole parameter where it has a part of a segment:
 * `/files/1.json` is of `/files/{id}.json`, and to many servers of `/files/{id}`.
 */
function mayBeTakenFor(path: string, other: string): boolean {
  const [own, others] = [path, other].map((one) => one.split('/'));
  return (
    own?.length === others?.length &&
    own?.every((segment, index) => {
      const taken = others?.[index] ?? '';
      return segment === taken || (/\{[^}]+\}/.test(segment) && /^\{[^}]+\}$/.test(taken));
    }) === true
  );
}

/** Whether a method is one of those of which a path must say whether it offers them. */
export function isKnownMethod(method: string): boolean {
  return methods.includes(method);
}

interface RequestWithMethod {
  title: string;
  build(context: PlanningContext): Promise<HttpRequest>;
}

/**
 * Requests with such a method that would work if the path offered it:
 * with a body for each operation of the path that takes one.
 */
export function requestsWith(
  { description: { operations } }: PlanningContext,
  { path, method }: UndescribedMethod,
  isAnonymous = false,
): RequestWithMethod[] {
  const offered = operations.filter((operation) => operation.path === path);
  const [sample] = offered.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
  if (sample === undefined) return [];
  const build = (donor: Operation | undefined) => async (at: PlanningContext) => {
    const parts = await at.source.base(sample);
    const body = donor === undefined ? null : ((await at.source.base(donor, 'all', false)).body ?? parts.body);
    // Who may not call anything learns nothing of the methods.
    const own = parts.credential === noCredential ? anyCredential(at) : parts.credential;
    return { ...assemble({ ...parts, body, credential: isAnonymous ? noCredential : own }), method };
  };
  if (method === 'GET' || method === 'DELETE') return [{ title: method, build: build(undefined) }];
  const [first, ...others] = donorsOf(offered, operations);
  return [
    { title: method, build: build(first) },
    ...others.map((donor) => ({ title: `${method} with a body for ${donor.id}`, build: build(donor) })),
  ];
}

/** The operations whose bodies are sent: those of the path, else any. */
function donorsOf(offered: readonly Operation[], all: readonly Operation[]): Operation[] {
  const takers = (from: readonly Operation[]) => from.filter(({ requestBody }) => requestBody !== null);
  return takers(offered).length > 0 ? takers(offered) : takers(all).slice(0, 1);
}
