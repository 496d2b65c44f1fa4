import type { Operation } from './operation-table.ts';

/** Where a request leads. */
export type Route =
  /** `texts`: what stands in the path for each parameter, percent-encoded. */
  | { kind: 'operation'; operation: Operation; texts: ReadonlyMap<string, string> }
  | { kind: 'other method'; path: string; operations: readonly Operation[] }
  | { kind: 'unknown path' };

interface Template {
  path: string;
  pattern: RegExp;
  /** Also those of `/wells/{name}` for `/wells/{id}`: a request is to both. */
  operations: readonly Operation[];
}

/** Finds the operation that a request is to. */
export class Router {
  /** By how deep they are: no parameter has a slash. */
  readonly #templates: ReadonlyMap<number, readonly Template[]>;

  constructor(operations: readonly Operation[]) {
    const byShape = Map.groupBy(operations, ({ path }) => shapeOf(path));
    // OpenAPI, Paths Object: what is written out comes before what is templated.
    const templates = [...byShape.values()]
      .flatMap((own) => own.slice(0, 1).map(({ path }) => ({ path, pattern: patternOf(path), operations: own })))
      .toSorted((a, b) => namesIn(a.path).length - namesIn(b.path).length || writtenOut(b) - writtenOut(a));
    this.#templates = Map.groupBy(templates, ({ path }) => depthOf(shapeOf(path)));
  }

  /** `path`: percent-encoded. */
  find(method: string, path: string): Route {
    const template = this.#templateFor(path);
    if (template === undefined) return { kind: 'unknown path' };
    const { operations } = template;
    const operation = offered(operations, method);
    if (operation === undefined) return { kind: 'other method', path: template.path, operations };
    const [, ...texts] = template.pattern.exec(path) ?? [];
    const names = namesIn(operation.path);
    return { kind: 'operation', operation, texts: new Map(names.map((name, index) => [name, texts[index] ?? ''])) };
  }

  /** The operation with exactly this method that a path, percent-encoded, leads to. */
  operationAt(method: string, path: string): Operation | undefined {
    return this.#templateFor(path)?.operations.find((operation) => operation.method === method);
  }

  /** The path of the contract that a path, percent-encoded, matches. */
  pathOf(path: string): string | undefined {
    return this.#templateFor(path)?.path;
  }

  #templateFor(path: string): Template | undefined {
    return this.#templates.get(depthOf(path))?.find(({ pattern }) => pattern.test(path));
  }
}

/** HEAD is GET where it is not described (RFC 9110 section 9.3.2). */
function offered(operations: readonly Operation[], method: string): Operation | undefined {
  const own = operations.find((operation) => operation.method === method);
  return own ?? (method === 'HEAD' ? operations.find((operation) => operation.method === 'GET') : undefined);
}

/** A path whatever its parameters are called. */
function shapeOf(path: string): string {
  return path.replaceAll(/\{[^}]+\}/g, '{}');
}

function depthOf(path: string): number {
  return path.split('/').length;
}

/** How much of a path is written out: `/files/{name}.json` comes before `/files/{name}`. */
function writtenOut({ path }: Template): number {
  return path.replaceAll(/\{[^}]+\}/g, '').length;
}

/** The names of the parameters in a path, in their order. */
function namesIn(path: string): string[] {
  return path.split(/\{([^}]+)\}/).filter((_, index) => index % 2 === 1);
}

function patternOf(path: string): RegExp {
  const parts = path.split(/\{([^}]+)\}/);
  const source = parts.map((part, index) => (index % 2 === 1 ? '([^/]+)' : [...part].map(spellings).join('')));
  return new RegExp(`^${source.join('')}$`);
}

/** A character of a path, as it is or percent-encoded (RFC 3986 section 6.2.2); a slash stands for itself alone. */
function spellings(character: string): string {
  if (character === '/') return '/';
  const plain = character.replaceAll(/[^\w\s]/g, String.raw`\$&`);
  const encoded = Buffer.from(character)
    .toString('hex')
    .replaceAll(/../g, '%$&')
    .replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
  return `(?:${plain}|${encoded})`;
}
