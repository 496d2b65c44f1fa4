// node --test test-double.mjs
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { createClient } from 'animal-adoption-contract/client';

// The stub stands for the service in the tests of whoever calls it.
let stub;
let client;
before(async () => {
  stub = spawn('node_modules/.bin/contract', ['stub', '--port', '0', '--report', 'stub.json']);
  const [greeting] = await once(stub.stdout.setEncoding('utf8'), 'data');
  const [baseUrl] = /http:\S+/.exec(greeting);
  client = createClient({ baseUrl, apiKey: 'any-key', maxRetries: 0 });
});

// It ends with exit code 1 when a call has violated the contract.
after(async () => {
  stub.kill();
  const [exitCode] = await once(stub, 'exit');
  assert.equal(exitCode, 0);
});

test('what is created is listed', async () => {
  const { data } = await client.POST('/pets', { body: { name: 'Bruno', categoryId: 3, status: 'sold' } });
  const sold = await client.GET('/pets', { params: { query: { status: 'sold' } } });
  assert.deepEqual(sold.data, [data]);
});

test('the response is the one that a test asks for', async () => {
  const { error } = await client.GET('/pets', { headers: { Prefer: 'code=500' } });
  assert.equal(error.status, 500);
});
