import type { Operation } from './operation-table.ts';

/** What stands in a path for each parameter, percent-encoded. */
type Texts = ReadonlyMap<string, string>;

/** Where a request leads. */
export type Route =
  | { kind: 'operation'; operation: Operation; texts: Texts }
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
  readonly #takes: (operation: Operation, texts: Texts) => boolean;

  /** `takes`: whether the path of an operation may have these texts, where those of several match a request. */
  constructor(operations: readonly Operation[], takes = (_operation: Operation, _texts: Texts) => true) {
    this.#takes = takes;
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
    const isOffered = operations.some((operation) => operation.method === method);
    // HEAD is GET where it is not described (RFC 9110 section 9.3.2).
    const operation = this.#one(template, !isOffered && method === 'HEAD' ? 'GET' : method, path);
    if (operation === undefined) return { kind: 'other method', path: template.path, operations };
    return { kind: 'operation', operation, texts: textsIn(template, operation, path) };
  }

  /** The operation with exactly this method that a path, percent-encoded, leads to. */
  operationAt(method: string, path: string): Operation | undefined {
    const template = this.#templateFor(path);
    return template && this.#one(template, method, path);
  }

  /** The path of the contract that a path, percent-encoded, matches. */
  pathOf(path: string): string | undefined {
    return this.#templateFor(path)?.path;
  }

  /** Of several, as at `/v{major}/wells` and `/v{draft}/wells`, that whose parameters may have what the path says. */
  #one(template: Template, method: string, path: string): Operation | undefined {
    const [first, ...others] = template.operations.filter((operation) => operation.method === method);
    if (first === undefined || others.length === 0) return first;
    return [first, ...others].find((one) => this.#takes(one, textsIn(template, one, path))) ?? first;
  }

  /** True where a path is that of several operations, and of none that may have it: any of them may refuse it. */
  isOfAny(method: string, path: string): boolean {
    const template = this.#templateFor(path);
    const own = template?.operations.filter((operation) => operation.method === method) ?? [];
    const isTaken = (one: Operation) => template !== undefined && this.#takes(one, textsIn(template, one, path));
    return own.length > 1 && !own.some(isTaken);
  }

  #templateFor(path: string): Template | undefined {
    return this.#templates.get(depthOf(path))?.find(({ pattern }) => pattern.test(path));
  }
}

/** What a path has for each parameter of an operation. */
function textsIn({ pattern }: Template, operation: Operation, path: string): Map<string, string> {
  const [, ...texts] = pattern.exec(path) ?? [];
  return new Map(namesIn(operation.path).map((name, index) => [name, texts[index] ?? '']));
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
