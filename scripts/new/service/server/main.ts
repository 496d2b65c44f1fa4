import { serve } from '@hono/node-server';
import { service } from '../generated/operations.ts';
import { createApp } from './app.ts';
import { handlers } from './handlers.ts';

const port = process.env['PORT'] ?? '3000';
const hostname = process.env['HOST'] ?? '127.0.0.1';
const { title, version, basePath } = service;

function fail(reason: string): void {
  console.error(`Cannot start: ${reason}. PORT and HOST say where the server listens.`);
  process.exitCode = 2;
}

if (/^\d{1,5}$/.test(port) && Number(port) <= 65_535)
  serve({ fetch: createApp(handlers).fetch, port: Number(port), hostname }, (address) => {
    console.log(`${title} ${version} listens on http://${hostname}:${address.port}${basePath}`);
  }).on('error', ({ message }: Error) => fail(message));
else fail(`PORT is ${JSON.stringify(port)}, which is no port`);
