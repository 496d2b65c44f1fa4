import {
  childOf,
  isObject,
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  pointerTo,
  segmentsOf,
  stringOf,
} from '../json.ts';
import { below, isExtension } from '../source/document-structure.ts';
import { isToken } from './header-names.ts';
import type { ReportAt } from './mistakes.ts';

/** Mends what is wrong with operations in the light of others, and of their paths. */
export function mendOperations(document: JsonObject, report: ReportAt): void {
  const ids = new Map<string, string>();
  const schemes = objectOf(objectOf(document['components'])['securitySchemes']);
  mendSecurity(document, schemes, '', report);
  const paths = objectOf(document['paths']);
  for (const [path, item] of Object.entries(paths)) {
    const pointer = pointerTo('paths', path);
    if (!path.startsWith('/')) {
      if (!isExtension(path)) report(pointer, 'A path begins with a slash', 'this one is ignored');
      continue;
    }
    if (!isObject(item)) continue;
    const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
    const shared = mendParameters(document, item, names, pointer, report);
    for (const [method, operation] of Object.entries(item)) {
      if (below('pathItem', method) !== 'operation' || !isObject(operation)) continue;
      const at = pointer + pointerTo(method);
      mendId(operation, ids, at, report);
      mendSecurity(operation, schemes, at, report);
      const own = mendParameters(document, operation, names, at, report);
      for (const name of names.filter((one) => !shared.has(one) && !own.has(one))) {
        report(at, `The parameter '${name}' of the path is not described`, 'it is read as a string');
        operation['parameters'] = [
          ...listOf(operation['parameters']),
          { name, in: 'path', required: true, schema: { type: 'string' } },
        ];
      }
    }
  }
}

/** Without its own, an operation is called by method and path. */
function mendId(operation: JsonObject, ids: Map<string, string>, pointer: string, report: ReportAt): void {
  const id = stringOf(operation['operationId']);
  if (id === undefined) return;
  const isBlank = id.trim() === '';
  if (!isBlank && !ids.has(id)) ids.set(id, pointer);
  else {
    const mistake = isBlank ? 'This operationId is blank' : `Another operation has the operationId '${id}'`;
    report(`${pointer}/operationId`, mistake, isBlank ? 'it is ignored' : 'here it is ignored');
    delete operation['operationId'];
  }
}

/** A scheme that is not described leaves open what a request should carry. */
function mendSecurity(holder: JsonObject, schemes: JsonObject, pointer: string, report: ReportAt): void {
  const { security } = holder;
  if (!Array.isArray(security)) return;
  const kept = security.filter((alternative, index) => {
    const names = Object.keys(objectOf(alternative));
    const refusal = names.map((name) => refusalOfScheme(name, schemes)).find((reason) => reason !== undefined);
    if (refusal !== undefined) report(`${pointer}/security/${index}`, refusal, 'it is ignored');
    return refusal === undefined;
  });
  holder['security'] = kept.flatMap((alternative) => {
    const own = objectOf(alternative);
    const names = inOneField(own, schemes);
    if (names.length === 0) return [alternative];
    const at = `${pointer}/security/${security.indexOf(alternative)}`;
    report(at, `'${names.join("' and '")}' are in one field of a request`, 'either is read as enough');
    const isOther = ([name]: [string, Json]) => !names.includes(name);
    return names.map((name) => ({
      ...Object.fromEntries(Object.entries(own).filter(isOther)),
      [name]: own[name] ?? [],
    }));
  });
}

function refusalOfScheme(name: string, schemes: JsonObject): string | undefined {
  if (!Object.hasOwn(schemes, name)) return `There is no security scheme '${name}'`;
  const { type, in: place, name: field } = objectOf(schemes[name]);
  const isField = type === 'apiKey' && (place === 'header' || place === 'cookie') && typeof field === 'string';
  return isField && !isToken(field) ? `No ${place} can have the name '${field}'` : undefined;
}

/** The schemes of one way to call an operation that are carried in the same field, which has room for one of them. */
function inOneField(alternative: JsonObject, schemes: JsonObject): string[] {
  const fieldOf = (name: string) => {
    const { type, in: place, name: field } = objectOf(schemes[name]);
    if (type === 'apiKey') return `${String(place)} ${String(field).toLowerCase()}`;
    return ['http', 'oauth2', 'openIdConnect'].includes(String(type)) ? 'header authorization' : undefined;
  };
  const groups = Map.groupBy(Object.keys(alternative), fieldOf);
  return [...groups].find(([field, names]) => field !== undefined && names.length > 1)?.[1] ?? [];
}

/** Gives the names of the parameters in the path. */
function mendParameters(
  document: JsonObject,
  holder: JsonObject,
  names: readonly string[],
  pointer: string,
  report: ReportAt,
): Set<string> {
  const { parameters } = holder;
  const found = new Set<string>();
  if (!Array.isArray(parameters)) return found;
  const kept = parameters.filter((parameter, index) => {
    const described = objectOf(targetOf(document, parameter));
    const [name, place] = [stringOf(described['name']), stringOf(described['in'])];
    const refusal = refusalOf(name, place, names);
    if (refusal !== undefined) report(`${pointer}/parameters/${index}`, refusal, 'it is ignored');
    else if (place === 'path' && name !== undefined) {
      found.add(name);
      if (described['required'] !== true) {
        report(`${pointer}/parameters/${index}`, 'A parameter of the path is always required', 'it is read so');
        described['required'] = true;
      }
    }
    return refusal === undefined;
  });
  holder['parameters'] = kept;
  return found;
}

function refusalOf(name: string | undefined, place: string | undefined, names: readonly string[]): string | undefined {
  if (name === undefined) return 'This parameter has no `name`';
  if (place === undefined || !['path', 'query', 'header', 'cookie'].includes(place))
    return `This parameter is in no place of a request ('${place ?? ''}')`;
  if ((place === 'header' || place === 'cookie') && !isToken(name)) return `No ${place} can have the name '${name}'`;
  return place === 'path' && !names.includes(name) ? `The path has no parameter '${name}'` : undefined;
}

function targetOf(document: JsonObject, value: Json, followed: readonly string[] = []): Json | undefined {
  const reference = isObject(value) ? stringOf(value['$ref']) : undefined;
  if (reference === undefined) return value;
  if (followed.includes(reference)) return undefined;
  let target: Json | undefined = document;
  for (const segment of segmentsOf(reference)) target = childOf(target, segment);
  return target === undefined ? undefined : targetOf(document, target, [...followed, reference]);
}
