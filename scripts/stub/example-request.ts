import { credentialFor, isOpen, noCredential } from '../openapi/credentials.ts';
import type { Description } from '../openapi/description.ts';
import { exampleParameters, simplestRead } from '../openapi/example-parameters.ts';
import type { Operation } from '../openapi/operation-table.ts';
import { writeHeader, writePath, writeQuery } from '../openapi/parameters/parameter-codec.ts';

/** A line for a shell that reads something, with a key that `$KEY` has; undefined where nothing can be read. */
export function exampleCurl(description: Description, baseUrl: string, key: string): string | undefined {
  const simplest = simplestRead(description);
  return simplest === undefined ? undefined : curlTo(description, baseUrl, simplest, key);
}

function curlTo(description: Description, baseUrl: string, operation: Operation, key: string): string {
  const required = exampleParameters(description, operation);
  const inPlace = (place: string) => required.filter(({ parameter }) => parameter.in === place);
  const [alternative] = operation.security.filter((one) => Object.keys(one).length > 0);
  const credential =
    alternative === undefined || isOpen(operation)
      ? noCredential
      : credentialFor(description.service, alternative, key);
  const path = inPlace('path').reduce(
    (filled, { parameter, value }) => filled.replace(`{${parameter.name}}`, writePath(parameter, value)),
    operation.path,
  );
  const pairs = [
    ...credential.query,
    ...inPlace('query').flatMap(({ parameter, value }) => writeQuery(parameter, value)),
  ];
  const headers = [
    ...credential.headers,
    ...inPlace('header').map(({ parameter, value }) => [parameter.name, writeHeader(parameter, value)] as const),
  ];
  const url = baseUrl + path + (pairs.length === 0 ? '' : `?${pairs.map((pair) => pair.join('=')).join('&')}`);
  return [
    'curl',
    ...headers.map(([name, value]) => `-H "${name}: ${value}"`),
    /[?&]/.test(url) ? `"${url}"` : url,
  ].join(' ');
}
