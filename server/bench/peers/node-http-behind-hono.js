// The animal adoption store written by hand, behind Hono and its adapter, which route alone.
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import { answer } from './hand-written.js';

const app = new Hono();
const handle = ({ env }) => {
  void answer(env.incoming, env.outgoing);
  return RESPONSE_ALREADY_SENT;
};
app.get('/v1/pets', handle);
app.post('/v1/pets', handle);
app.get('/v1/pets/:petId', handle);
app.notFound(handle);

const server = createServer(getRequestListener(app.fetch, { hostname: 'localhost' }));

server.listen(Number(process.env['PORT']), '127.0.0.1', () => console.log('listening'));
