import { pointerTo } from '../../openapi/json.ts';
import type { ContractPart } from './contract-parts.ts';
import { otherText } from './other-values.ts';
import type { MutantDraft, Place } from './place.ts';

const methods = ['put', 'patch', 'delete', 'post', 'get'];

/** The operations of a path: another path, another name of a parameter in it, another method. */
export function pathItemMutants(item: Place, parts: readonly ContractPart[]): MutantDraft[] {
  const { name: path, holder: paths } = item;
  if (paths === undefined || !path.startsWith('/')) return [];
  // Still in the manner of the other paths: in the plural, with hyphens.
  const other = path.replace(/\/(?=[^{/]|$)/, '/other-').replace(/-$/, '');
  const method = methods.find((one) => !item.names.includes(one));
  const offered = item.names.filter((name) => [...methods, 'options', 'head', 'trace'].includes(name));
  return [
    ...(other === path ? [] : paths.renames(path, other, `path ${path} becomes ${other}`)),
    ...[...path.matchAll(/\{([^}]+)\}/g)].flatMap(([, name = '']) => renamedParameter(item, name, parts)),
    ...(method === undefined
      ? []
      : offered.flatMap((name) => item.renames(name, method, `method ${name} becomes ${method}`))),
  ];
}

/**
 * In the path and where it is described: it is one requirement, reported where that is. One that several paths share is
 * changed in all of them, once; one that another file describes cannot be changed in one file.
 */
function renamedParameter(item: Place, name: string, parts: readonly ContractPart[]): MutantDraft[] {
  const { holder: paths } = item;
  const other = otherText(name, []);
  const named = parts.flatMap(({ kind, place }) =>
    kind === 'parameter' && place.get('in')?.text === 'path' && place.get('name')?.text === name ? [place] : [],
  );
  const isShared = named.some(({ pointer }) => pointer.startsWith(pointerTo('components')));
  const described = isShared ? named : named.filter(({ pointer }) => pointer.startsWith(`${item.pointer}/`));
  const among = isShared ? (paths?.names ?? []).filter((path) => path.includes(`{${name}}`)) : [item.name];
  if (paths === undefined || among[0] !== item.name || described.some(({ yaml }) => yaml !== paths.yaml)) return [];
  const [first, ...others] = described.flatMap((place) => place.becomes('name', other));
  const keys = among.flatMap((path) => paths.renames(path, path.replaceAll(`{${name}}`, `{${other}}`), ''));
  if (first === undefined) return [];
  return [
    {
      ...first,
      what: `path parameter ${name} becomes ${other}`,
      edits: [...first.edits, ...[...others, ...keys].flatMap(({ edits }) => edits)],
    },
  ];
}

/** What an operation says of itself: its name, whether it is deprecated, who may call it. */
export function operationMutants(operation: Place, isProtected: boolean): MutantDraft[] {
  const id = operation.get('operationId')?.text;
  const deprecated = operation.get('deprecated')?.value;
  return [
    ...(id === undefined ? [] : operation.becomes('operationId', `${id}Other`)),
    ...(deprecated === true ? operation.loses('deprecated') : operation.gets('deprecated', true)),
    ...(isProtected && operation.get('security') === undefined
      ? operation.gets('security', [])
      : operation.loses('security', 'security is removed')),
    ...operation.loses('requestBody', 'the request body is removed'),
  ];
}

/** Of all operations, or of one: fewer ways to be let in, or another one. */
export function requirementMutants(requirements: Place, schemes: readonly string[]): MutantDraft[] {
  const all = requirements.items();
  if (all.length === 0) return requirements.getsItem({ [schemes[0] ?? 'other']: [] }, 'security is asked for');
  return [
    ...(requirements.pointer === '/security'
      ? (requirements.holder?.loses('security', 'security of all operations is removed') ?? [])
      : []),
    ...(all.length < 2
      ? []
      : all.flatMap((one, index) =>
          requirements.losesItem(index, `security loses ${one.names.join(' and ') || 'nobody'}`),
        )),
    ...all.flatMap((one) =>
      one.names.flatMap((name) => {
        const other = schemes.find((scheme) => scheme !== name) ?? otherText(name, []);
        return one.renames(name, other, `security scheme ${name} becomes ${other}`);
      }),
    ),
    ...all.flatMap((one) =>
      one
        .members()
        .flatMap((scopes) =>
          scopes.items().flatMap((scope, index) => scopes.losesItem(index, `scope ${scope.text ?? ''} is removed`)),
        ),
    ),
  ];
}

/** A document without any requirement gets one. */
export function openMutants(document: Place, schemes: readonly string[]): MutantDraft[] {
  return document
    .gets('security', [{ [schemes[0] ?? 'other']: [] }])
    .map((draft) => ({ ...draft, what: 'security is asked for' }));
}

const otherSchemes: Readonly<Record<string, string>> = { bearer: 'basic', basic: 'bearer' };
const otherCarriers: Readonly<Record<string, string>> = { header: 'query', query: 'header', cookie: 'header' };

/** Another HTTP scheme, another place of a key, another name of it. */
export function securitySchemeMutants(scheme: Place): MutantDraft[] {
  const [own, carrier, name] = ['scheme', 'in', 'name'].map((key) => scheme.get(key)?.text);
  return [
    ...(own === undefined ? [] : scheme.becomes('scheme', otherSchemes[own.toLowerCase()] ?? 'bearer')),
    ...(carrier === undefined ? [] : scheme.becomes('in', otherCarriers[carrier] ?? 'header')),
    ...(name === undefined ? [] : scheme.becomes('name', `${name}Other`)),
  ];
}

/** Another address below which everything is found. */
export function serverMutants(server: Place): MutantDraft[] {
  const url = server.get('url')?.text;
  return url === undefined ? [] : server.becomes('url', `${url.replace(/\/$/, '')}/other`);
}
