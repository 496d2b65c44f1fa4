import { type Contract, resolvePart } from '../../openapi/contract.ts';
import { objectOf, pointerTo, segmentsOf, stringOf } from '../../openapi/json.ts';
import type { Contracts, Pair } from './found.ts';

const kinds: Readonly<Record<string, string>> = {
  responses: 'response',
  requestBodies: 'request body',
  headers: 'header',
  examples: 'example',
  securitySchemes: 'security scheme',
  links: 'link',
};

// Of a response.
const within: Readonly<Record<string, string>> = { headers: 'header', links: 'link' };

/**
 * How an author calls the part of a contract at a pointer: `Book.title`, "the 200 response of listBooks". Where a
 * reference leads there, it is the part itself, whoever refers to it.
 */
export function nameOf(contract: Contract, pointer: string): string {
  return nameOfPart(contract, resolvePart(contract, pointer).pointer);
}

/** A part that lost something: the component that it was before is not what it is now. */
export function nameOfKept({ before, now }: Contracts, places: Pair<string>): string {
  const { pointer } = resolvePart(before, places.before);
  // What is described in place may be gone.
  const isComponent = pointer !== places.before && pointer === resolvePart(now, places.now).pointer;
  return isComponent ? nameOf(now, places.now) : nameOfPart(now, places.now);
}

/** The same, of a part that need not be there, at a pointer that leads through no reference. */
export function nameOfPart(contract: Contract, pointer: string): string {
  const [root = '', kind = '', name = '', ...rest] = segmentsOf(pointer);
  if (root === 'components' && kind === 'pathItems') return nameInPathItem(contract, name, rest);
  if (root === 'components') {
    const component = pointerTo(root, kind, name);
    if (kind === 'schemas') return `\`${name}${memberPath(rest)}\``;
    const label = kind === 'parameters' ? parameterName(contract, component) : `${kinds[kind] ?? kind} \`${name}\``;
    return inHolder(rest, label);
  }
  if (root === 'x-unmatched-responses')
    return inHolder([name, ...rest].filter(Boolean), `the ${kind} response to requests that reach no operation`);
  if (root === 'paths' && name === 'parameters')
    return inHolder(rest.slice(1), `${parameterName(contract, pointerTo(root, kind, name, rest[0] ?? ''))} of ${kind}`);
  if (root !== 'paths' && root !== 'webhooks') return `\`${segmentsOf(pointer).join('/')}\``;
  if (name === '') return `${root === 'paths' ? 'path' : 'webhook'} \`${kind}\``;
  const operation = operationName(contract, pointerTo(root, kind, name), `${name.toUpperCase()} ${kind}`);
  return nameInOperation(contract, pointerTo(root, kind, name), rest, operation);
}

/** A path item that several paths may refer to; its operations have names of their own. */
function nameInPathItem(contract: Contract, item: string, [method, ...rest]: readonly string[]): string {
  const at = pointerTo('components', 'pathItems', item);
  if (method === undefined) return `path item \`${item}\``;
  if (method === 'parameters') {
    const [index = '', ...below] = rest;
    if (index === '') return `the parameters of path item \`${item}\``;
    return inHolder(below, `${parameterName(contract, `${at}/parameters/${index}`)} of path item \`${item}\``);
  }
  const operation = `${at}${pointerTo(method)}`;
  return nameInOperation(contract, operation, rest, operationName(contract, operation, `${method} of \`${item}\``));
}

function nameInOperation(contract: Contract, at: string, rest: readonly string[], operation: string): string {
  const [part, key = '', ...below] = rest;
  if (part === undefined) return operation;
  if (part === 'parameters')
    return inHolder(below, `${parameterName(contract, `${at}/parameters/${key}`)} of ${operation}`);
  if (part === 'requestBody') return inHolder(rest.slice(1), `the request body of ${operation}`);
  if (part === 'responses') return inHolder(below, `the ${key} response of ${operation}`);
  const [name = '', expression = '', method = '', ...inCallback] = rest.slice(1);
  if (part === 'callbacks') {
    const callback = `${at}${pointerTo(part, name, expression, method)}`;
    return nameInOperation(contract, callback, inCallback, `callback \`${name}\` of ${operation}`);
  }
  return `\`${rest.join('/')}\` of ${operation}`;
}

/** The schema below a parameter, a header or a body; with the name of a header, a link or a part between them. */
function inHolder(rest: readonly string[], holder: string): string {
  const [first = '', name = '', inContent = '', part = ''] = rest;
  const inner = within[first];
  if (inner !== undefined) return inHolder(rest.slice(2), `${inner} \`${name}\` of ${holder}`);
  if (first === 'content' && inContent === 'encoding') return inHolder(rest.slice(4), `part \`${part}\` of ${holder}`);
  const path = memberPath(rest).replace(/^\./, '');
  return path === '' ? holder : `\`${path}\` of ${holder}`;
}

/** The way to a property, or to a schema that stands for none: `author.name`, `tags[]`, `Size.$defs.side`. */
function memberPath(segments: readonly string[]): string {
  let path = '';
  for (const [index, segment] of segments.entries()) {
    const before = segments[index - 1];
    if (before === 'properties') path += `.${segment}`;
    else if (before === '$defs') path += `.$defs.${segment}`;
    else if (before === 'prefixItems') path += `[${segment}]`;
    else if (segment === 'items' || segment === 'contains') path += '[]';
    else if (segment === 'additionalProperties' || segment === 'patternProperties') path += '.*';
    else if (segment === 'propertyNames') path += '.propertyNames';
  }
  return path;
}

/** A parameter with its place: "query parameter `limit`". */
export function parameterName(contract: Contract, pointer: string): string {
  const { name, in: place } = objectOf(resolvePart(contract, pointer).value);
  return `${stringOf(place) ?? ''} parameter \`${stringOf(name) ?? ''}\``;
}

/** A name at the beginning of a sentence. */
export function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function operationName(contract: Contract, pointer: string, otherwise: string): string {
  try {
    return stringOf(objectOf(resolvePart(contract, pointer).value)['operationId']) ?? otherwise;
  } catch {
    return otherwise;
  }
}
