import { type HttpResponse, headerOf } from '../../../http/exchange.ts';
import { isJson } from '../../../http/media-types.ts';
import type { Description } from '../../../openapi/description.ts';
import { isObject, type JsonObject } from '../../../openapi/json.ts';
import { jsonTypesOf } from '../../../openapi/json-responses.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { textOf } from '../../../openapi/parameters/scalar-text.ts';
import { idPropertyOf } from '../../../openapi/resources/item-identifier.ts';
import { answerAlike, successSchema } from '../../../openapi/success-responses.ts';
import { linkedIdentifier } from '../../request/request-parts.ts';
import { type MeaningOf, untruth } from './header-meaning.ts';
import { pathOf } from './link-path.ts';

/**
 * `Location` after a creation (RFC 9110 section 10.2.2): its last segment, or a parameter of the path that it has in
 * the contract, is something that the body says of the new item, most likely its identifier. A body whose schema has
 * none, as a message, says nothing of that. Where the contract has a path for the item, it ends as a path of the
 * contract: `/teams/1/members/7` as `/teams/{id}/members/{id}`, where members are made there, and not as
 * `/members/{id}`.
 */
export const locationMeaning: MeaningOf = (description, operation) => {
  if (operation?.method !== 'POST') return undefined;
  const [parameter] = description.operations.flatMap(({ method, path, parameters }) =>
    method === 'GET'
      ? parameters.filter(({ in: place, name }) => place === 'path' && path === `${operation.path}/{${name}}`)
      : [],
  );
  const reader = readerOf(description, operation);
  const isOfMade = (status: number, path: string) =>
    status === 201 || (status === 202 && reader !== undefined && isEndedBy(path, reader));
  const evidence = { post: operation, read: reader, listed: undefined, parameter, isClients: false };
  const idProperty = idPropertyOf(description.contract, evidence);
  const isIdentified =
    reader !== undefined || successSchema(description.contract, operation) === undefined || idProperty !== undefined;
  const hasPath = parameter !== undefined || reader !== undefined;
  const beneath = { ...operation, method: 'GET', path: `${operation.path}/{id}` };
  const leadsAstray = (path: string) => {
    const least = isEndedBy(path, beneath) ? depthOf(beneath) : 0;
    const readers = description.operations.filter((one) => isEndedBy(path, one));
    return hasPath && path.startsWith('/') && readers.every((one) => depthOf(one) < least);
  };
  return {
    statement: 'lead to what was created',
    whyWrong: (value, { response }) => {
      const path = pathOf(value);
      const last = textOf(linkedIdentifier(description.contract, parameter, path));
      const named = [last, ...pathParametersIn(description, path)];
      const body = isOfMade(response.status, path) ? jsonObjectIn(response) : undefined;
      if (body === undefined) return undefined;
      if (isIdentified && !identitiesIn(itemIn(body), idProperty).some((own) => named.includes(own)))
        return `${value}, which is not what was created`;
      return leadsAstray(path) ? `${value}, which is not a path of the contract` : undefined;
    },
    untruths: ({ status, response }) => {
      const isOfOne = status === '201' || (status === '202' && reader !== undefined);
      if (!isOfOne || jsonTypesOf(description.contract, response).length === 0) return [];
      const another = untruth('leads to another item', (text) => `${text}-of-another`);
      const astray = untruth('leads to another path', (text = '') => text.replace(/(?=\/[^/]*$)/, '-of-another'));
      return [...(isIdentified ? [another] : []), ...(hasPath && status === '201' ? [astray] : [])];
    },
  };
};

const readers = new WeakMap<Operation, { read: Operation | undefined }>();

/** What reads such a thing as an operation answers with, where it shows which one it is. */
export function readerOf(description: Description, post: Operation): Operation | undefined {
  const known = readers.get(post) ?? { read: findReader(description, post) };
  readers.set(post, known);
  return known.read;
}

function findReader({ contract, operations }: Description, post: Operation): Operation | undefined {
  return operations.find((read) => {
    if (read.method !== 'GET') return false;
    const parameter = read.parameters.find(
      ({ in: place, name }) => place === 'path' && read.path.endsWith(`{${name}}`),
    );
    if (parameter === undefined || !answerAlike(contract, post, read)) return false;
    return idPropertyOf(contract, { post, read, listed: undefined, parameter, isClients: false }) !== undefined;
  });
}

/** True where a path ends, after whatever a proxy puts before it, as that of an operation which reads one thing. */
function isEndedBy(path: string, { method, path: template }: Operation): boolean {
  if (method !== 'GET' || !template.includes('{')) return false;
  const pattern = template.replaceAll(/\{[^{}]+\}|[^{}]+?(?=\{|$)/g, (part) =>
    part.startsWith('{') ? '[^/]+' : part.replaceAll(/[^\w/]/g, String.raw`\$&`),
  );
  return new RegExp(`${pattern}$`).test(path);
}

function depthOf({ path }: Operation): number {
  return path.split('/').length;
}

/** What a path has for the parameters of the contract's path that it matches: 7 in `/pictures/7.png`. */
function pathParametersIn({ router, service }: Description, path: string): string[] {
  const route = path.startsWith(service.basePath) ? router.find('GET', path.slice(service.basePath.length)) : undefined;
  return route?.kind === 'operation' ? [...route.texts.values()] : [];
}

/** What may name an item: its identifier, or a text. A number or a flag beside the identifier is equal by chance. */
function identitiesIn(item: JsonObject, idProperty: string | undefined): string[] {
  const entries = Object.entries(item);
  const isKnown = idProperty !== undefined && Object.hasOwn(item, idProperty);
  return entries.flatMap(([name, own]) =>
    !isKnown || name === idProperty || typeof own === 'string' ? [String(own)] : [],
  );
}

/** The new item: the body itself, or what it has in `data` or in its only property. */
function itemIn(body: JsonObject): JsonObject {
  const values = Object.values(body);
  const held = body['data'] ?? (values.length === 1 ? values[0] : undefined);
  return isObject(held) ? held : body;
}

function jsonObjectIn(response: HttpResponse): JsonObject | undefined {
  if (!isJson(headerOf(response, 'Content-Type') ?? '')) return undefined;
  try {
    const body: unknown = JSON.parse(response.body.toString());
    return isObject(body) ? body : undefined;
  } catch {
    return undefined;
  }
}
