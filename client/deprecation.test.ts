import { expect, test, vi } from 'vitest';
import { operations } from '../generated/calls.ts';
import { createClient } from './create-client.ts';
import { type DeprecationNotice, deprecationNotices } from './deprecation.ts';
import { bruno } from './test/examples.ts';
import { json, optionsFor } from './test/scripted-fetch.ts';

const notice = { operationId: 'getPet', ...operations.getPet.deprecation };
const petId = (id: number) => ({ params: { path: { petId: id } } });

function watched(...answers: Response[]) {
  const notices: DeprecationNotice[] = [];
  const client = createClient({ ...optionsFor(...answers), onDeprecated: (notice) => notices.push(notice) });
  return { client, notices };
}

test('a deprecated operation is announced once, with what the contract says of it', async () => {
  const { client, notices } = watched(json(200, bruno), json(404, {}), json(200, bruno));
  for (const id of [1, 2, 3]) await client.GET('/pets/{petId}', petId(id));
  expect(notices).toEqual([notice]);
});

test('each deprecated operation is announced', () => {
  const ids: string[] = [];
  const announce = deprecationNotices(({ operationId }) => ids.push(operationId));
  for (const id of ['one', 'two', 'one']) announce({ ...operations.getPet, id });
  expect(ids).toEqual(['one', 'two']);
});

test('a call that cannot be sent announces nothing', async () => {
  const { client, notices } = watched();
  await expect(client.GET('/pets/{petId}', petId(Number.NaN))).rejects.toThrow(TypeError);
  expect(notices).toEqual([]);
});

test('each client announces for itself', async () => {
  const [first, second] = [watched(json(200, bruno)), watched(json(200, bruno))];
  await first.client.GET('/pets/{petId}', petId(1));
  await second.client.GET('/pets/{petId}', petId(1));
  expect([first.notices, second.notices]).toEqual([[notice], [notice]]);
});

test('an operation that stays is not announced', () => {
  const ids: string[] = [];
  deprecationNotices(({ operationId }) => ids.push(operationId))({ ...operations.getPet, deprecation: null });
  expect(ids).toEqual([]);
});

test('the table decides, not the headers', async () => {
  const { client, notices } = watched(json(200, [], { Deprecation: '@1795132800' }));
  await client.GET('/pets');
  expect(notices).toEqual([]);
});

test('what onDeprecated throws stops every such call before it is sent', async () => {
  const options = optionsFor();
  const refuse = () => {
    throw new Error('no deprecated operations here');
  };
  const client = createClient({ ...options, onDeprecated: refuse });
  await expect(client.GET('/pets/{petId}', petId(1))).rejects.toThrow('no deprecated operations here');
  await expect(client.GET('/pets/{petId}', petId(1))).rejects.toThrow('no deprecated operations here');
  expect(options.requests).toEqual([]);
});

test('without onDeprecated it is a warning on the console', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  await createClient({ ...optionsFor(json(200, bruno)), onDeprecated: undefined }).GET('/pets/{petId}', petId(1));
  expect(warn.mock.calls).toEqual([[notice.message]]);
  warn.mockRestore();
});
