import { BlockList, isIP, isIPv6 } from 'node:net';

/**
 * Who an address stands for when requests are counted: an IPv4 address for itself, an IPv6 address for its /64, since
 * that is what one client is given and may choose from at will (RFC 6177).
 */
export function clientOf(address: string): string {
  const ipv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (ipv4 !== undefined || !address.includes(':')) return ipv4 ?? address;
  const [head = '', tail] = address.split('::');
  const [first, last] = [head, tail].map((part) => (part === undefined || part === '' ? [] : part.split(':')));
  const groups = [
    ...(first ?? []),
    ...Array<string>(Math.max(0, 8 - (first?.length ?? 0) - (last?.length ?? 0))).fill('0'),
    ...(last ?? []),
  ];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** True for an address, or a block of addresses such as `10.0.0.0/8`. */
export function isAddressBlock(text: string): boolean {
  const [address = '', length = '0', ...rest] = text.split('/');
  const version = isIP(address);
  return version !== 0 && rest.length === 0 && /^\d{1,3}$/.test(length) && Number(length) <= (version === 6 ? 128 : 32);
}

/** The proxies that stand before the server, whose word is taken for the address of a client. */
export class TrustedProxies {
  readonly #list = new BlockList();
  readonly #isEmpty: boolean;

  constructor(blocks: readonly string[]) {
    this.#isEmpty = blocks.length === 0;
    for (const block of blocks) {
      const [address = '', length] = block.split('/');
      const family = isIPv6(address) ? 'ipv6' : 'ipv4';
      if (length === undefined) this.#list.addAddress(address, family);
      else this.#list.addSubnet(address, Number(length), family);
    }
  }

  has(address: string): boolean {
    return !this.#isEmpty && this.#list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  }

  /**
   * The client of a connection from `peer`: by `X-Forwarded-For`, the address nearest to the server that is none of a
   * trusted proxy. What stands before it, the client may have written.
   */
  clientOf(peer: string, forwardedFor: () => string | null): string {
    if (!this.has(peer)) return peer;
    const forwarded = (forwardedFor() ?? '').split(',').map(withoutPort);
    let client = peer;
    while (this.has(client)) {
      const next = forwarded.pop() ?? '';
      if (isIP(next) === 0) break;
      client = next;
    }
    return client;
  }
}

/** Some proxies write `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
function withoutPort(text: string): string {
  const [, ipv6, ipv4] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text.trim()) ?? [];
  return ipv6 ?? ipv4 ?? text.trim();
}
