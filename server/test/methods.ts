import { operations } from '../../generated/operations.ts';

/** The methods that the contract has for a path, with HEAD where it has GET. */
export function documentedMethods(path: string): string[] {
  const own = Object.values(operations).filter((operation) => operation.path === path);
  return own.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).toSorted();
}

/** Methods that the contract does not have for a path. */
export function undocumentedMethods(path: string): string[] {
  const documented = documentedMethods(path);
  return ['DELETE', 'PATCH', 'OPTIONS', 'TRACE'].filter((method) => !documented.includes(method));
}
