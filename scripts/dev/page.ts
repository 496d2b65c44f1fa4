import { createServer, type Server, type ServerResponse } from 'node:http';
import { stripVTControlCharacters } from 'node:util';
import { nameOf } from '../cli/command-line.ts';
import { CannotRun } from '../cli/problem.ts';
import { documentationPage } from '../documentation/page.ts';
import { cannotListen } from '../http/cannot-listen.ts';
import type { Contract } from '../openapi/contract.ts';

const host = '127.0.0.1';

/** The page: what is checked, as it is on the terminal, beside the documentation of the contract. */
export class DevPage {
  readonly #readers = new Set<ServerResponse>();
  readonly #server: Server;
  readonly #documentationServer: string;
  #screen = '';
  #documentation = '';

  /** `server` is the address that the console of the documentation calls. */
  constructor(server: string) {
    this.#documentationServer = server;
    this.#server = createServer((request, response) => {
      const path = request.url?.split('?')[0];
      if (path === '/events') this.#subscribe(response);
      else if (path === '/') send(response, 200, html);
      else if (path === '/docs') send(response, 200, this.#documentation);
      else send(response, 404, 'There is nothing here.');
    });
  }

  /** Listens on the loopback interface; resolves to the address. Throws CannotRun when the port cannot be had. */
  listen(port: number): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#server.on('listening', () => {
        const address = this.#server.address();
        resolve(`http://${host}:${typeof address === 'object' && address !== null ? address.port : port}/`);
      });
      this.#server.on('error', (cause) => reject(cannotListen(host, port, cause)));
      this.#server.listen(port, host);
    });
  }

  /** The same; where the usual port is taken, by another `dev`, at a free one. */
  async listenNear(port: number, usual: number): Promise<string> {
    try {
      return await this.listen(port);
    } catch (error) {
      const cause: unknown = error instanceof CannotRun ? error.cause : undefined;
      const isTaken = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE';
      if (!isTaken || port !== usual) throw error;
      console.log(`Port ${port} is taken: the page takes a free one.`);
      return this.listen(0);
    }
  }

  /** Shows a screen. */
  show(screen: string): void {
    this.#screen = stripVTControlCharacters(screen);
    this.#tell('screen', this.#screen);
  }

  /** Shows the documentation of a contract. */
  showContract(contract: Contract): void {
    const documentation = documentationPage(contract, { server: this.#documentationServer });
    if (documentation === this.#documentation) return;
    this.#documentation = documentation;
    this.#tell('contract', '');
  }

  close(): void {
    for (const reader of this.#readers) reader.end();
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #subscribe(response: ServerResponse): void {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    this.#readers.add(response);
    response.on('close', () => this.#readers.delete(response));
    response.write(event('screen', this.#screen));
  }

  #tell(name: string, text: string): void {
    for (const reader of this.#readers) reader.write(event(name, text));
  }
}

/** An event of a stream (HTML, section 9.2.6); a text of several lines has a field for each. */
function event(name: string, text: string): string {
  const data = text.split('\n').map((line) => `data: ${line}\n`);
  return `event: ${name}\n${data.join('')}\n`;
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(text);
}

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Check</title>
<style>
body { margin: 0; display: grid; grid-template-columns: minmax(20rem, 2fr) 3fr; height: 100vh; }
body { font: 14px/1.4 system-ui; }
main { overflow: auto; padding: 1rem; box-sizing: border-box; }
h1 { font-size: 1rem; margin: 0 0 .5rem; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/1.5 ui-monospace, monospace; }
iframe { border: 0; border-inline-start: 1px solid #8888; width: 100%; height: 100%; }
@media (max-width: 50rem) { body { grid-template-columns: 1fr; height: auto; } iframe { height: 100vh; } }
</style>
</head>
<body>
<main>
<h1>Check</h1>
<pre role="status" aria-live="polite" tabindex="0">…</pre>
</main>
<iframe title="Documentation of the contract" src="docs"></iframe>
<script>
const status = document.querySelector('pre');
const documentation = document.querySelector('iframe');
const events = new EventSource('events');
events.addEventListener('screen', ({ data }) => { status.textContent = data; });
events.addEventListener('contract', () => { documentation.contentWindow.location.reload(); });
events.addEventListener('error', () => { status.textContent = '${nameOf('dev')} has ended.'; });
</script>
</body>
</html>
`;
