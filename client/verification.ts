import { operations } from '../generated/operations.ts';
import { createClient } from './create-client.ts';
import type { DeprecationNotice } from './deprecation.ts';

/** A message to this program; a client has the id of the message that opened it. */
type Order =
  | { type: 'open'; id: number; baseUrl: string; apiKey: string }
  | { type: 'close'; id: number; client: number }
  | CallOrder;

/** One call of an operation, with the values that a caller gives. */
interface CallOrder {
  type: 'call';
  id: number;
  client: number;
  operationId: string;
  /** By `path`, `query`, `header` and `cookie`, then by name. */
  parameters: Record<string, Record<string, unknown>>;
  body?: unknown;
}

/** What a caller gets: JSON texts, so that nothing is lost on the way; null for what is undefined. */
type Outcome =
  | {
      kind: 'answered';
      status: number;
      headers: [name: string, value: string][];
      data: string | null;
      error: string | null;
    }
  | { kind: 'rejected'; message: string };

/** What this program answers, with the id of the order. It says `ready`, with the id 0, when it takes orders. */
type Reply =
  | { type: 'ready' | 'opened' | 'closed'; id: number }
  | { type: 'called'; id: number; outcome: Outcome; notices: DeprecationNotice[] }
  | { type: 'failed'; id: number; message: string };

/** What this program asks: to let so much time pass. It waits for `{ question }`. */
interface Question {
  type: 'sleep';
  question: number;
  client: number;
  milliseconds: number;
}

type Call = (path: string, init: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

interface OpenClient {
  calls: Readonly<Record<string, Call>>;
  notices: DeprecationNotice[];
}

const clients = new Map<number, OpenClient>();
const sleepers = new Map<number, () => void>();
let questions = 0;

/** A client as its users have it, but for the clock: who waits is moved on by the process that has forked this one. */
function open({ id, baseUrl, apiKey }: Extract<Order, { type: 'open' }>): void {
  const notices: DeprecationNotice[] = [];
  let ahead = 0;
  const sleep = async (milliseconds: number, signal: AbortSignal) => {
    signal.throwIfAborted();
    await passed({ client: id, milliseconds });
    ahead += milliseconds;
  };
  const client = createClient({
    baseUrl,
    apiKey,
    onDeprecated: (notice) => notices.push(notice),
    timing: { now: () => Date.now() + ahead, random: () => 0.5, sleep },
  });
  const { GET, PUT, POST, DELETE, OPTIONS, HEAD, PATCH, TRACE } = client;
  // Which path and which values are typed for those who write a call; here they come as data.
  clients.set(id, {
    calls: { GET, PUT, POST, DELETE, OPTIONS, HEAD, PATCH, TRACE } as unknown as Record<string, Call>,
    notices,
  });
}

function passed(about: Pick<Question, 'client' | 'milliseconds'>): Promise<void> {
  questions += 1;
  const { promise, resolve } = Promise.withResolvers<void>();
  sleepers.set(questions, resolve);
  process.send?.({ type: 'sleep', question: questions, ...about } satisfies Question);
  return promise;
}

async function call({ id, client, operationId, parameters, ...given }: CallOrder): Promise<Reply> {
  const opened = clients.get(client);
  const operation = Object.values(operations).find((one) => one.id === operationId);
  const send = operation && opened?.calls[operation.method];
  if (operation === undefined || opened === undefined || send === undefined)
    throw new Error(`There is no operation ${operationId}, or no client ${client}.`);
  const outcome = await send(operation.path, { params: parameters, ...given }).then(answered, rejected);
  return { type: 'called', id, outcome, notices: opened.notices.splice(0) };
}

function answered({ data, error, response }: Awaited<ReturnType<Call>>): Outcome {
  return {
    kind: 'answered',
    status: response.status,
    headers: [...response.headers],
    data: jsonOf(data),
    error: jsonOf(error),
  };
}

function rejected(error: unknown): Outcome {
  return { kind: 'rejected', message: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
}

function jsonOf(value: unknown): string | null {
  return JSON.stringify(value) ?? null;
}

async function obey(order: Order): Promise<Reply> {
  if (order.type === 'call') return call(order);
  if (order.type === 'open') open(order);
  else clients.delete(order.client);
  return { type: order.type === 'open' ? 'opened' : 'closed', id: order.id };
}

/** Takes orders from the process that has forked this one, until that one ends. */
function serveCalls(): void {
  const send = (reply: Reply) => void process.send?.(reply);
  // Both ends of the channel are of this project.
  process.on('message', (message: Order | { question: number }) => {
    if ('question' in message) {
      sleepers.get(message.question)?.();
      sleepers.delete(message.question);
      return;
    }
    obey(message).then(send, (error: unknown) =>
      send({ type: 'failed', id: message.id, message: error instanceof Error ? error.message : String(error) }),
    );
  });
  process.on('disconnect', () => process.exit());
  send({ type: 'ready', id: 0 });
}

if (import.meta.main) serveCalls();
