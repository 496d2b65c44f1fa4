import { service } from '../../../generated/operations.ts';
import { medianOf } from '../statistics.ts';
import { seededRandom } from './seeded-random.ts';

const slots = 16_384;
const callers = 10_000;
const draws = 25;

/**
 * The hash slot of a key in a Redis Cluster, by CRC-16/XMODEM
 * (https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#key-distribution-model).
 */
export function slotOf(key: string): number {
  let crc = 0;
  for (const byte of Buffer.from(key)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x80_00 ? 0x10_21 : 0)) & 0xff_ff;
  }
  return crc % slots;
}

/** How the requests of many callers would spread over the nodes of a Redis Cluster: none runs here. */
export function simulateCluster(): string[] {
  const random = seededRandom(1);
  const nodes = [1, 2, 4, 8, 16];
  const shares = nodes.map((count) => medianOf(Array.from({ length: draws }, () => busiestShare(count, random))));
  const { requestsPerMinute } = service.rateLimitPlans.free;
  const servers = [2, 4, 8];
  const early = servers.map((count) => refusedTooEarly(requestsPerMinute, count, 10, random));
  return [
    `- Requests that come to the busiest of ${nodes.join(', ')} nodes, ` +
      `of ${callers.toLocaleString('en')} callers by Zipf's law: ` +
      `${shares.map(percent).join(', ')}.`,
    `- Requests refused too early of a limit of ${requestsPerMinute}, where each of ${servers.join(', ')} servers ` +
      `takes ten at a time: ${early.map((refused) => refused.toFixed(1)).join(', ')}.`,
  ];
}

/** The n-th caller sends 1/n of what the first one sends; each node has as many slots. */
function busiestShare(nodes: number, random: () => number): number {
  const loads = new Array<number>(nodes).fill(0);
  for (let rank = 1; rank <= callers; rank++) {
    const node = Math.floor((slotOf(`adoption:key:${random().toString(36).slice(2)}`) * nodes) / slots);
    loads[node] = (loads[node] ?? 0) + 1 / rank;
  }
  return Math.max(...loads) / loads.reduce((sum, one) => sum + one, 0);
}

/** Of a caller that sends exactly its limit, each request to any server; the mean of many. */
export function refusedTooEarly(limit: number, servers: number, taken: number, random: () => number): number {
  const runs = 1_000;
  let refused = 0;
  for (let run = 0; run < runs; run++) {
    let left = limit;
    const held = new Array<number>(servers).fill(0);
    for (let sent = 0; sent < limit; sent++) {
      const server = Math.floor(random() * servers);
      let own = held[server] ?? 0;
      if (own === 0) {
        own = Math.min(taken, left);
        left -= own;
      }
      if (own === 0) refused += 1;
      else held[server] = own - 1;
    }
  }
  return refused / runs;
}

const percent = (share: number) => `${(share * 100).toFixed(0)} %`;
