import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Node.js keeps what it makes of each file until the file changes. This one is JavaScript: only to read TypeScript, the
// process would load the compiler for it each time.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url)));
// First of all: a signal that comes while the rest is loaded must stop the process as any later one does.
await import('./stop-signal.ts');
await import('./main.ts');
