import { serve } from '@hono/node-server';
import { service } from '../generated/operations.ts';
import { createApp } from './app.ts';
import { handlers } from './handlers.ts';

const port = Number(process.env['PORT'] ?? 3000);
const hostname = process.env['HOST'] ?? '127.0.0.1';
const { title, version, basePath } = service;
const server = serve({ fetch: createApp(handlers).fetch, port, hostname }, (address) => {
  console.log(`${title} ${version} listens on http://${hostname}:${address.port}${basePath}`);
});
server.on('error', ({ message }) => {
  console.error(`Cannot start: ${message}. PORT and HOST say where the server listens.`);
  process.exitCode = 2;
});
