import { serve } from '@hono/node-server';
import { service } from '../generated/operations.ts';
import { createApp } from './app.ts';
import { handlers } from './handlers.ts';

const port = Number(process.env['PORT'] ?? 3000);
const hostname = process.env['HOST'] ?? '127.0.0.1';
const { title, version, basePath } = service;
serve({ fetch: createApp(handlers).fetch, port, hostname }, (address) => {
  console.log(`${title} ${version} listens on http://${hostname}:${address.port}${basePath}`);
});
