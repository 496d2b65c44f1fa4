import { type Contract, resolvePart } from './contract.ts';
import { listOf, objectOf, stringOf } from './json.ts';
import type { Parameter } from './operation-table.ts';
import { typesOf, viewSchema } from './schemas/schema-view.ts';

/** Parameters of the path item and of the operation; the operation's win where name and place are the same. */
export function parametersOf(contract: Contract, itemPointer: string, operationPointer: string): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const owner of [itemPointer, operationPointer]) {
    const parameters = listOf(objectOf(resolvePart(contract, owner).value)['parameters']);
    for (const index of parameters.keys()) {
      const parameter = parameterAt(contract, `${owner}/parameters/${index}`);
      if (isIgnored(parameter)) continue;
      found.set(`${parameter.in} ${parameter.name}`, parameter);
    }
  }
  return [...found.values()];
}

/**
 * Header parameters that say nothing of an operation: what OpenAPI ignores, since it is described elsewhere (Parameter
 * Object), and what HTTP itself has of each request (RFC 9110 sections 6.6.2, 7.2, 7.6.1, 8.6 and 10.1.1).
 */
export function isIgnored(parameter: { in: string; name: string }): boolean {
  return parameter.in === 'header' && (ofOpenApi.test(parameter.name) || ofHttp.test(parameter.name));
}

const ofOpenApi = /^(accept|content-type|authorization)$/i;
const ofHttp =
  /^(content-length|host|connection|proxy-connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect)$/i;

function parameterAt(contract: Contract, pointer: string): Parameter {
  const parameter = objectOf(resolvePart(contract, pointer).value);
  const place = String(parameter['in']);
  const style = stringOf(parameter['style']) ?? (place === 'query' || place === 'cookie' ? 'form' : 'simple');
  const [mediaType = null] = Object.keys(objectOf(parameter['content']));
  const view = parameter['schema'] === undefined ? undefined : viewSchema(contract, `${pointer}/schema`);
  const preset = view?.keywords.get('default')?.value;
  return {
    name: String(parameter['name']),
    in: place,
    pointer,
    required: parameter['required'] === true,
    style,
    explode: typeof parameter['explode'] === 'boolean' ? parameter['explode'] : style === 'form',
    types: view === undefined ? [] : typesOf(contract, view),
    itemTypes: view?.items === undefined ? [] : typesOf(contract, viewSchema(contract, view.items)),
    mediaType,
    ...(preset !== undefined && { default: preset }),
  };
}
