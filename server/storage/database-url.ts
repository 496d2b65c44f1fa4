/** Where animals and keys are kept: a file of this machine, or a database that several servers share. */
export type Database = { engine: 'SQLite'; path: string } | { engine: 'PostgreSQL'; url: string };

/** The database as it may be shown: without a password. */
export function describeDatabase(database: Database): string {
  if (database.engine === 'SQLite') return database.path;
  const { protocol, host, pathname } = new URL(database.url);
  return `${protocol}//${host}${pathname}`;
}
