import { connect, createServer } from 'node:net';
import { pipeline } from 'node:stream';

// A process that runs this listens on PORT, and leads each connection to the next one of the ports in SERVERS.

const ports = (process.env['SERVERS'] ?? '').split(',').map(Number);
let led = 0;
createServer({ noDelay: true }, (near) => {
  const far = connect({ port: ports[led++ % ports.length] ?? 0, host: '127.0.0.1', noDelay: true });
  // Where one side ends, so does the other.
  const ignore = () => undefined;
  pipeline(near, far, ignore);
  pipeline(far, near, ignore);
}).listen(Number(process.env['PORT']), '127.0.0.1', () => console.log('ready'));
