import { credentialFor, isOpen, noCredential } from '../openapi/credentials.ts';
import type { Description } from '../openapi/description.ts';
import type { Operation } from '../openapi/operation-table.ts';
import { writeHeader, writePath, writeQuery } from '../openapi/parameters/parameter-codec.ts';
import { exampleParameters, simplestRead } from '../openapi/values/example-parameters.ts';

const anyKey = 'any-key';

/**
 * A line for a shell that reads something; undefined where nothing can be read.
 * `key`: the only valid one, which `$KEY` stands for; undefined where any key is.
 */
export function exampleCurl(description: Description, baseUrl: string, key: string | undefined): string | undefined {
  const simplest = simplestRead(description);
  return simplest === undefined ? undefined : curlTo(description, baseUrl, simplest, key);
}

function curlTo(description: Description, baseUrl: string, operation: Operation, key: string | undefined): string {
  const required = exampleParameters(description, operation);
  const inPlace = (place: string) => required.filter(({ parameter }) => parameter.in === place);
  const [alternative] = operation.security.filter((one) => Object.keys(one).length > 0);
  const credential =
    alternative === undefined || isOpen(operation)
      ? noCredential
      : credentialFor(description.service, alternative, anyKey);
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
  const line = [
    'curl',
    ...headers.map(([name, value]) =>
      // A shell writes no Base64 of what a variable has: curl does. Without a colon it would ask for the password.
      name === 'Authorization' && value.startsWith('Basic ')
        ? `-u "${anyKey}${key?.includes(':') ? '' : ':'}"`
        : `-H ${inQuotes(`${name}: ${value}`)}`,
    ),
    /^[\w./:%~+,@-]*$/.test(url) ? url : inQuotes(url),
  ].join(' ');
  return key === undefined ? line : line.replaceAll(anyKey, '$KEY');
}

/** A text of the contract that a shell takes as it is: its paths may hold commands. */
function inQuotes(text: string): string {
  return `"${text.replaceAll(/[\\"$`]/g, '\\$&')}"`;
}
