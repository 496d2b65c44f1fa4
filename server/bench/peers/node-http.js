// The animal adoption store on node:http alone, written by hand.
import { createServer } from 'node:http';
import { answer } from './hand-written.js';

const server = createServer(answer);

server.listen(Number(process.env['PORT']), '127.0.0.1', () => console.log('listening'));
