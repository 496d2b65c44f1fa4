import { fileURLToPath } from 'node:url';

/** A server that is measured: a program, and what it is told. */
export interface ServerUnderTest {
  name: string;
  file: string;
  environment: Record<string, string>;
}

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const peer = (name: string, file: string, environment: Record<string, string> = {}): ServerUnderTest => ({
  name,
  file: fileOf(`peers/${file}.ts`),
  environment,
});

/** What the others are compared with. */
export const baseline = peer('node:http', 'node-http');

/** As `npm start` runs it, with its log. */
export const reference: ServerUnderTest = { name: 'this server', file: fileOf('../main.ts'), environment: {} };

export const servers: readonly ServerUnderTest[] = [reference, baseline];
