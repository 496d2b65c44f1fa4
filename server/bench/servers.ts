import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A server that is measured: a program, and what it is told. */
export interface ServerUnderTest {
  name: string;
  file: string;
  /** What Node.js is started with, before the program. */
  nodeOptions: readonly string[];
  environment: Record<string, string>;
}

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

function peer(name: string, file: string): ServerUnderTest {
  return { name, file: fileOf(`peers/${file}.js`), nodeOptions: [], environment: {} };
}

/** What the others are compared with. */
export const baseline = peer('node:http', 'node-http');

const { scripts } = JSON.parse(readFileSync(fileOf('../../package.json'), 'utf8')) as { scripts: { start: string } };

/** As `npm start` runs it (`exec node OPTIONS server/start.js`), with its log. */
export const reference: ServerUnderTest = {
  name: 'this server',
  file: fileOf('../start.js'),
  nodeOptions: scripts.start.split(' ').slice(2, -1),
  environment: {},
};

/** None of the peers writes a log. */
const silent: ServerUnderTest = { ...reference, name: 'this server, no log', environment: { LOG_LEVEL: 'silent' } };

export const peers: readonly ServerUnderTest[] = [
  baseline,
  peer('node:http behind Hono', 'node-http-behind-hono'),
  peer('Fastify 5', 'fastify'),
  peer('Express 5', 'express'),
  peer('Hono', 'hono'),
  peer('openapi-backend', 'openapi-backend'),
];

export const servers: readonly ServerUnderTest[] = [reference, silent, ...peers];

/** As safe from a power cut as the reference server: every animal waits for the disk by itself. */
export const durableBaseline: ServerUnderTest = {
  ...baseline,
  name: 'node:http with synchronous = FULL',
  environment: { SYNCHRONOUS: 'FULL' },
};
