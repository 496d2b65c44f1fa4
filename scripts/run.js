import { existsSync } from 'node:fs';
import { constants, enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Runs a command of the project: `node scripts/run.js check`. Node.js keeps what it makes of each file until the file
// changes, for this process and those that it starts: a command begins in a third of the time. It is portable: a copy
// of the project with the same `node_modules` finds what was made of the same files here. This file is JavaScript:
// only to read TypeScript, the process would load the compiler for it each time.
const directory = fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url));
if (enableCompileCache({ directory, portable: true }).status === constants.compileCacheStatus.ENABLED) {
  process.env['NODE_COMPILE_CACHE'] ??= directory;
  process.env['NODE_COMPILE_CACHE_PORTABLE'] ??= '1';
}

const [name = ''] = process.argv.splice(2, 1);
const program = new URL(`./${name}.ts`, import.meta.url);
if (existsSync(program)) await import(program.href);
else {
  console.error(`There is no command ${JSON.stringify(name)}: \`npm run\` lists them.`);
  process.exitCode = 2;
}
