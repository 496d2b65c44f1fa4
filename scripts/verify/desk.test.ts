import { describe, expect, test } from 'vitest';
import { serverFaultsOf } from '../requirements/test/fault-detection.ts';
import { withoutWorkflows } from '../requirements/test/without-workflows.ts';
import { deskContract } from './test/desk-contract.ts';
import { type DeskFault, DeskServer, type DeskVariant } from './test/desk-server.ts';
import { notKeptBy } from './test/not-kept.ts';

const specification = withoutWorkflows(deskContract);
const seeds = [1, 2, 3];

describe('a help desk that keeps its contract', () => {
  const variants: (DeskVariant | undefined)[] = [
    undefined,
    'shows another time at each reading',
    'searches for whole words',
    'sends no length to HEAD',
    'keeps removed labels, marked as such',
  ];
  test.each(
    variants.flatMap((variant) => seeds.map((seed) => [variant ?? 'differs in nothing', seed, variant] as const)),
  )('and %s is not blamed, with seed %i', async (_, seed, variant) =>
    expect(await notKeptBy(new DeskServer(variant), specification, '', seed, false)).toEqual([]),
  );
});

test.each<[fault: DeskFault, requirement: string]>([
  ['takes a key with another body', 'openTicket.parameters.header.Idempotency-Key.reused'],
  ['answers a key with another body as before', 'openTicket.parameters.header.Idempotency-Key.reused'],
  ['removes nothing', 'removeLabel.removed.readLabel'],
  ['lists what was removed', 'listTickets.unlisted.removeTicket'],
  ['closes nothing', 'closeTicket.stored.readTicket'],
  ['says that there is more after a last page that is full', 'listTickets.more.has_more'],
  ['never says that there is more', 'listTickets.more.has_more'],
  ['counts what the search leaves out', 'listTickets.total.total'],
  ['ignores the search', 'listTickets.search.q'],
  ['searches from the beginning', 'listTickets.search.q'],
  ['lists messages of all tickets', 'listMessages.beneath.ticketId'],
  ['reads messages of all tickets', 'readMessage.beneath.ticketId'],
  ['stores nothing in bulk', 'openTickets.allStored.readTicket'],
  ['stores the first in bulk', 'openTickets.allStored.readTicket'],
  ['says the length of another body', 'sizeOfTicket.asGet.Content-Length'],
  ['says another entity tag', 'sizeOfTicket.asGet.ETag'],
  ['says the default limit', 'listTickets.says.limit'],
  ['says the first page', 'listTickets.says.page'],
  ['takes any password', 'logIn.security.password'],
  ['takes a slug twice in a replacement', 'replaceLabel.taken.addLabel'],
])('a help desk that %s violates %s', async (fault, requirement) => {
  expect(await notKeptBy(new DeskServer(fault), specification, '', 4, false)).toContain(requirement);
});

const kinds = [
  'asGet',
  'reused',
  'password',
  'taken',
  'stored',
  'allStored',
  'beneath',
  'unlisted',
  'search',
  'more',
  'says',
];
const faults = serverFaultsOf(specification, ({ kind }) => kinds.some((name) => kind.includes(`}.${name}`)));

test.each(faults.map((one) => [one.name, one] as const))('%s', async (_, { requirement, fault }) => {
  const violated = await notKeptBy(new DeskServer(), specification, '', 4, false, fault.wrap);
  expect(violated).toContain(requirement.id);
});
