import type { Exact } from '../http/exact-json.ts';
import { credentialFor, isOpen, noCredential } from '../openapi/credentials.ts';
import type { Description } from '../openapi/description.ts';
import { examplesAt } from '../openapi/examples.ts';
import type { Operation, Parameter } from '../openapi/operation-table.ts';
import { writeHeader, writePath, writeQuery } from '../openapi/parameters/parameter-codec.ts';
import { parameterSchema } from '../openapi/schema-pointers.ts';
import { ValueSource } from '../openapi/values.ts';

/** A line for a shell that reads something, with a key that `$KEY` has; undefined where nothing can be read. */
export function exampleCurl(description: Description, baseUrl: string, key: string): string | undefined {
  const gets = description.operations.filter(({ method }) => method === 'GET');
  const [simplest] = gets.toSorted((a, b) => costOf(a) - costOf(b));
  return simplest === undefined ? undefined : curlTo(description, baseUrl, simplest, key);
}

/** A list says more than one thing, which needs an identifier. */
function costOf({ path, parameters }: Operation): number {
  return path.split('{').length * 10 + parameters.filter(({ required }) => required).length;
}

function curlTo(description: Description, baseUrl: string, operation: Operation, key: string): string {
  const values = new ValueSource(description.contract, 1);
  const valueOf = (parameter: Parameter): Exact =>
    examplesAt(description.contract, parameter.pointer)[0]?.value ??
    values.valueAt(parameterSchema(parameter), 'required');
  const required = operation.parameters.filter((parameter) => parameter.required);
  const inPlace = (place: string) => required.filter((parameter) => parameter.in === place);
  const [alternative] = operation.security.filter((one) => Object.keys(one).length > 0);
  const credential =
    alternative === undefined || isOpen(operation)
      ? noCredential
      : credentialFor(description.service, alternative, key);
  const path = inPlace('path').reduce(
    (filled, parameter) => filled.replace(`{${parameter.name}}`, writePath(parameter, valueOf(parameter))),
    operation.path,
  );
  const pairs = [
    ...credential.query,
    ...inPlace('query').flatMap((parameter) => writeQuery(parameter, valueOf(parameter))),
  ];
  const headers = [
    ...credential.headers,
    ...inPlace('header').map((parameter) => [parameter.name, writeHeader(parameter, valueOf(parameter))] as const),
  ];
  const url = baseUrl + path + (pairs.length === 0 ? '' : `?${pairs.map((pair) => pair.join('=')).join('&')}`);
  return [
    'curl',
    ...headers.map(([name, value]) => `-H "${name}: ${value}"`),
    /[?&]/.test(url) ? `"${url}"` : url,
  ].join(' ');
}
