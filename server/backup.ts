import { service } from '../generated/operations.ts';
import { ConfigurationError, readConfiguration } from './configuration.ts';
import { backUpDatabase } from './storage/sqlite/backup.ts';
import { StorageError } from './storage/store.ts';

const usage = `Usage: npm run -s backup -- FILE

Writes the animals, the keys and their use to a new FILE, while the server runs or not.

  --help          shows this
  --version       shows the version of the service

The database is the one of DATABASE_URL. To restore: stop the server, remove the database with its -wal and -shm, and
copy FILE to its place.
A PostgreSQL is backed up with its own tools: pg_dump, or an archive of its log (WAL).`;

/** What was typed is not a command; the message says why. */
class UsageError extends Error {}

try {
  const words = process.argv.slice(2);
  const [file] = words;
  if (words.some((word) => word === '--help' || word === '-h')) console.log(usage);
  else if (words.some((word) => word === '--version' || word === '-v')) console.log(service.version);
  else if (!file || words.length > 1 || file.startsWith('-'))
    throw new UsageError('backup takes the name of one file.');
  else {
    const { database } = readConfiguration();
    if (database.engine === 'PostgreSQL')
      throw new StorageError(
        `Back up a PostgreSQL with pg_dump: pg_dump --format=custom --file=${file} "$DATABASE_URL"`,
      );
    backUpDatabase(database.path, file);
    console.log(`Wrote ${database.path} to ${file}.`);
  }
} catch (error) {
  if (error instanceof UsageError) console.error(`${error.message}\nSee: npm run -s backup -- --help`);
  else if (error instanceof ConfigurationError || error instanceof StorageError) console.error(error.message);
  else throw error;
  process.exitCode = 2;
}
