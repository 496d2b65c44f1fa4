import { type Cursor, isFields } from './cursor.ts';

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']);

/** The operations under `paths`: those of callbacks and webhooks are served by somebody else. */
export function servedOperations(root: Cursor): Cursor[] {
  const pathItems = root.child('paths')?.entries() ?? [];
  return pathItems.flatMap(([path, pathItem]) =>
    path.startsWith('/')
      ? pathItem.entries().flatMap(([method, operation]) => (methods.has(method) ? [operation] : []))
      : [],
  );
}

/** Every response that the interface gives, with its status; one that is shared comes once for each use. */
export function servedResponses(root: Cursor): { status: string; response: Cursor }[] {
  const maps = [
    ...servedOperations(root).map((operation) => operation.child('responses')),
    root.child('x-unmatched-responses'),
  ];
  return maps
    .flatMap((map) => map?.entries() ?? [])
    .filter(([status, response]) => !status.startsWith('x-') && isFields(response.value))
    .map(([status, response]) => ({ status, response }));
}
