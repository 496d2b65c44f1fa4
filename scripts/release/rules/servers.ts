import { type Contract, resolvePart } from '../../openapi/contract.ts';
import { type Json, listOf, objectOf, pointerTo, stringOf } from '../../openapi/json.ts';
import { type Contracts, type Found, type Pair, replacement } from './found.ts';
import type { OperationPlace } from './operation-places.ts';
import { nameOf } from './part-names.ts';

/** What changed in the addresses of the service, or of single operations that have others. */
export function serverChanges(contracts: Contracts, operations: readonly Pair<OperationPlace>[]): Found[] {
  const found = new Map<string, Found>();
  for (const { before, now } of operations) {
    const places = { before: serversPointer(contracts.before, before), now: serversPointer(contracts.now, now) };
    for (const one of changesAt(contracts, places)) found.set(`${places.before} ${places.now} ${one.message}`, one);
  }
  return [...found.values()];
}

function changesAt(contracts: Contracts, places: Pair<string>): Found[] {
  const [olds, owns] = [addressesAt(contracts.before, places.before), addressesAt(contracts.now, places.now)];
  const [holder] = [places.now, places.before].filter((one) => one !== '/servers');
  const of = holder === undefined ? '' : ` of ${nameOf(contracts.now, holder.slice(0, -'/servers'.length))}`;
  const gone = olds.filter((one) => !owns.some(({ address }) => address === one.address));
  const come = owns.filter((one) => !olds.some(({ address }) => address === one.address));
  const [was, is] = [olds[0], owns[0]];
  // Clients that choose none take the first.
  const isOther = gone.length === 0 && was !== undefined && is !== undefined && was.address !== is.address;
  const replaced = replacement(gone, come);
  if (replaced !== undefined) return [replacedAddress(contracts, replaced, of, places)];
  return [
    ...(isOther ? [firstAddress(was, is, of)] : []),
    ...gone.map(({ address, pointer }): Found => {
      return {
        impact: 'major',
        message: `The address ${address}${of} was removed.`,
        breaks: `clients that call ${address}`,
        remedy: `keep ${address} beside the others`,
        before: pointer,
        holder: changedServer(contracts, pointer, places) ?? places.now,
      };
    }),
    ...come.map(({ address, pointer }): Found => {
      const now = changedServer(contracts, pointer, places) ?? pointer;
      return { impact: 'minor', message: `The address ${address}${of} was added.`, now };
    }),
  ];
}

function replacedAddress(
  contracts: Contracts,
  { before, now }: Pair<Address>,
  of: string,
  places: Pair<string>,
): Found {
  return {
    impact: 'major',
    message: `The address ${before.address}${of} was replaced by ${now.address}.`,
    breaks: `clients that call ${before.address}`,
    remedy: `keep ${before.address} beside it`,
    before: before.pointer,
    now: changedServer(contracts, now.pointer, places) ?? now.pointer,
  };
}

function firstAddress(was: Address, { address, pointer }: Address, of: string): Found {
  const message = `The first address${of} is ${address} now: it was ${was.address}.`;
  return { impact: 'patch', message, before: was.pointer, now: pointer };
}

/** What a server has in place of its address, where there are as many as before. */
function changedServer(contracts: Contracts, pointer: string, { before, now }: Pair<string>): string | undefined {
  const [olds, owns] = [serversAt(contracts.before, before), serversAt(contracts.now, now)];
  if (before !== now || olds.length !== owns.length) return undefined;
  const index = Number(pointer.split('/').at(-1));
  const [old, own] = [objectOf(olds[index]), objectOf(owns[index])];
  const isChanged = (value: Json | undefined, other: Json | undefined) =>
    value !== undefined && JSON.stringify(value) !== JSON.stringify(other);
  if (isChanged(own['url'], old['url'])) return `${pointer}/url`;
  const variables = { before: objectOf(old['variables']), now: objectOf(own['variables']) };
  const name = Object.keys(variables.now).find((one) => isChanged(variables.now[one], variables.before[one])) ?? '';
  const [was, is] = [objectOf(variables.before[name]), objectOf(variables.now[name])];
  const field = ['default', 'enum'].find((one) => isChanged(is[one], was[one]));
  return field && `${pointer}/variables${pointerTo(name, field)}`;
}

function serversAt(contract: Contract, list: string): Json[] {
  return listOf(list === '/servers' ? contract.document['servers'] : resolvePart(contract, list).value);
}

interface Address {
  address: string;
  pointer: string;
}

/** The addresses of the servers in a list, each of the values that a variable may have; `/` where there is none. */
function addressesAt(contract: Contract, list: string): Address[] {
  const servers = serversAt(contract, list);
  if (servers.length === 0) return [{ address: '/', pointer: list }];
  return servers.flatMap((server, index) => {
    const { url, variables } = objectOf(server);
    let urls = [stringOf(url) ?? ''];
    for (const [name, variable] of Object.entries(objectOf(variables))) {
      const values = valuesOf(variable);
      urls = urls.flatMap((one) => values.map((value) => one.replaceAll(`{${name}}`, value)));
    }
    return urls.map((one) => ({ address: normalized(one), pointer: `${list}/${index}` }));
  });
}

/** RFC 3986 sections 6.2.2.1 and 6.2.3: a host has no letter case, and a scheme has its usual port. */
function normalized(url: string): string {
  const [origin = ''] = /^[a-z]+:\/\/[^/]*/i.exec(url) ?? [];
  const usual = origin.toLowerCase().replace(/(?<=^http:.*):80$|(?<=^https:.*):443$/, '');
  return (usual + url.slice(origin.length)).replace(/(?<=.)\/+$/, '');
}

/** The values that a variable may have, its default first: without a list, that is the one which is known. */
function valuesOf(variable: Json): string[] {
  const { default: usual, enum: all } = objectOf(variable);
  return [...new Set([String(usual ?? ''), ...listOf(all).map(String)])];
}

/** The servers of an operation: its own, those of its path, or those of the document. */
function serversPointer(contract: Contract, { pointer }: OperationPlace): string {
  const holders = [pointer, pointer.slice(0, pointer.lastIndexOf('/'))];
  const own = holders.find((holder) => objectOf(resolvePart(contract, holder).value)['servers'] !== undefined);
  return own === undefined ? '/servers' : `${own}/servers`;
}
