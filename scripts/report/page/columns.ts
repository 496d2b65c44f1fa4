import { type ContractReport, type GroupReport, sides } from './report.ts';

/** What the matrix shows of a requirement. */
export type Column = 'server' | 'client' | 'mutants';

export const titles = { server: 'Server', client: 'Client', mutants: 'Mutants' } as const satisfies Record<
  Column,
  string
>;

/** What is known of this contract: a side that was not verified has no column. */
export function columnsOf({ sides: bySide, mutation }: ContractReport): Column[] {
  return [...sides.filter((side) => bySide[side] !== null), ...(mutation === null ? [] : ['mutants' as const])];
}

/** The name of a group for a reader. */
export function groupTitle({ kind, operation }: GroupReport): string {
  if (operation !== null) return `${operation.method} ${operation.path}`;
  return kind === 'workflows' ? 'Workflows' : 'Requests that reach no operation';
}
