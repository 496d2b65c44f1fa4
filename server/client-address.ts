/**
 * Who an address stands for when requests are counted: an IPv4 address for itself, an IPv6 address for its /64, since
 * that is what one client is given and may choose from at will (RFC 6177).
 */
export function clientOf(address: string): string {
  const ipv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (ipv4 !== undefined || !address.includes(':')) return ipv4 ?? address;
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const [first, last] = [head, tail].map((part) => (part === undefined || part === '' ? [] : part.split(':')));
  const groups = [
    ...(first ?? []),
    ...Array<string>(Math.max(0, 8 - (first?.length ?? 0) - (last?.length ?? 0))).fill('0'),
    ...(last ?? []),
  ];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
