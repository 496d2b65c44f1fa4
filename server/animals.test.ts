import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AdoptionClient } from '../client/index.ts';
import { createClient } from '../client/index.ts';
import contract from '../generated/openapi.json' with { type: 'json' };
import { service } from '../generated/operations.ts';
import { operations as validators } from '../generated/validators.js';
import { limitsOfPets } from './test/limits.ts';
import { openInProcess, type TestHarness } from './test/transports.ts';

const { requestBody } = await validators.createPet();
const isNewAnimal = requestBody['application/json'];

// The sentences of the service's description that a caller sees.
describe('the store', () => {
  let harness: TestHarness;
  let client: AdoptionClient;
  beforeEach(async () => {
    harness = await openInProcess();
    client = createClient({
      baseUrl: harness.baseUrl,
      apiKey: await harness.newKey(),
      fetch: harness.send,
      onDeprecated: () => undefined,
    });
  });
  afterEach(() => harness.close());

  async function add(count: number, status?: 'available' | 'pending' | 'sold'): Promise<void> {
    for (let index = 0; index < count; index++)
      await client.POST('/pets', { body: { name: `Animal ${index}`, categoryId: index, ...(status && { status }) } });
  }

  test('gives back what was created, under its own identifier', async () => {
    const names = [
      'Bruno',
      '',
      ' blanks ',
      '"quotes" & <b>markup</b>',
      '😀 Ελένη 猫',
      'a\u0000b',
      'two\r\nlines',
      'x'.repeat(1000),
    ];
    // How long a name must be, and of what, is for the contract to say.
    const allowed = names.filter((name) => isNewAnimal?.({ name, categoryId: 3 }));
    expect(allowed).toContain('Bruno');
    for (const name of allowed) {
      const created = await client.POST('/pets', { body: { name, categoryId: 3, status: 'pending' } });
      expect(created.data).toEqual({ id: created.data?.id, name, categoryId: 3, status: 'pending' });
      const read = await client.GET('/pets/{petId}', { params: { path: { petId: created.data?.id ?? 0 } } });
      expect(read.data).toEqual(created.data);
    }
    const listed = await client.GET('/pets');
    expect(listed.data?.map(({ name }) => name)).toEqual(allowed.toReversed());
  });

  test('gives an animal without a status none', async () => {
    const { data } = await client.POST('/pets', { body: { name: 'Bruno', categoryId: 3 } });
    expect(data).toEqual({ id: data?.id, name: 'Bruno', categoryId: 3 });
  });

  test('lists as many animals as the limit says, and without one its default', async () => {
    const { preset, greatest } = limitsOfPets();
    // To add more than these takes its time, whatever the contract allows.
    const most = Math.max(preset, Math.min(greatest, 200));
    await add(most + 1);
    expect((await client.GET('/pets')).data).toHaveLength(preset);
    for (const limit of [1, preset - 1, preset, most])
      expect((await client.GET('/pets', { params: { query: { limit } } })).data).toHaveLength(limit);
  });

  test('lists all animals with a status and only those, the newest first', async () => {
    await add(3, 'available');
    const limit = Math.min(12, limitsOfPets().greatest);
    await add(limit, 'sold');
    await add(2);
    const { data } = await client.GET('/pets', { params: { query: { status: 'sold', limit } } });
    expect(data?.map(({ status, name }) => [status, name])).toEqual(
      Array.from({ length: limit }, (_, index) => ['sold', `Animal ${limit - 1 - index}`]),
    );
    const pending = await client.GET('/pets', { params: { query: { status: 'pending' } } });
    expect(pending.data).toEqual([]);
  });

  test('announces the removal of a deprecated operation where the contract says so', async () => {
    const { 'x-deprecated-since': since, 'x-sunset': sunset } = contract.paths['/pets/{petId}'].get;
    const { response } = await client.GET('/pets/{petId}', { params: { path: { petId: 1 } } });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      deprecation: `@${Date.parse(since) / 1000}`,
      sunset: new Date(sunset).toUTCString(),
      link: `<${service.basePath}/pets>; rel="successor-version"`,
    });
    const { response: other } = await client.GET('/pets');
    const refused = await harness.send(new Request(`${harness.baseUrl}/pets/1`));
    expect([other, refused].map(({ status, headers }) => [status, headers.has('Sunset')])).toEqual([
      [200, false],
      [401, false],
    ]);
  });
});
