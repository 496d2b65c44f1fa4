import { expect, test } from 'vitest';
import type { Exact } from '../../http/exact-json.ts';
import { responseOf } from '../../http/test/messages.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { benchFor } from '../../verify/test/bench.ts';
import { ItemStates } from './item-states.ts';

const responses = "responses: { '200': { description: '' }, '409': { description: '' } }";
const parameter = 'parameters: [{ name: cartId, in: path, required: true, schema: { type: string } }]';
const description = descriptionOf(`
/carts/{cartId}: { ${parameter}, get: { operationId: read, ${responses} } }
/carts/{cartId}/load: { ${parameter}, post: { operationId: load, ${responses} } }
/carts/{cartId}/push: { ${parameter}, post: { operationId: push, ${responses} } }
`);

test.each<[refusals: number, isFound: boolean]>([
  [0, true],
  [2, true],
  [100, false],
])('a step that conflicts %d times with what else it names is taken again: %s', async (refusals, isFound) => {
  const { session } = benchFor(description);
  const [resource = expect.fail('There is no resource.')] = session.resources;
  const [load, push] = [operationIn(description, 'load'), operationIn(description, 'push')];
  const loaded = new Set<Exact>();
  let [made, refused] = [0, 0];
  const statusOf = (operation: Operation, id: Exact): number => {
    if (operation === push) return loaded.has(id) ? 200 : 409;
    if ((refused += 1) <= refusals) return 409;
    loaded.add(id);
    return 200;
  };
  const states = new ItemStates({
    actionsOn: () => [load, push],
    create: async () => `cart ${(made += 1)}`,
    call: async (operation, { parameter: own }, id) => ({
      request: { method: 'POST', target: own?.name ?? '', headers: [], body: null },
      response: responseOf({ status: statusOf(operation, id) }, 0),
      body: undefined,
    }),
  });
  const id = await states.itemFor(push, resource);
  expect(id !== undefined && loaded.has(id)).toBe(isFound);
});

test.each<[what: string, body: string, isFound: boolean]>([
  ['nothing', '', true],
  ['a body, which may be wrong', 'requestBody: { content: { application/json: { schema: {} } } }, ', false],
])('an action that is sent %s and refused with 400 waits for another one: %s', async (_, body, isFound) => {
  const refused = "responses: { '200': { description: '' }, '400': { description: '' } }";
  const carts = descriptionOf(`
/carts/{cartId}: { ${parameter}, get: { operationId: read, ${refused} } }
/carts/{cartId}/load: { ${parameter}, post: { operationId: load, ${refused} } }
/carts/{cartId}/push: { ${parameter}, post: { operationId: push, ${body}${refused} } }`);
  const { session } = benchFor(carts);
  const [resource = expect.fail('There is no resource.')] = session.resources;
  const [load, push] = [operationIn(carts, 'load'), operationIn(carts, 'push')];
  const loaded = new Set<Exact>();
  let made = 0;
  const states = new ItemStates({
    actionsOn: () => [load, push],
    create: async () => `cart ${(made += 1)}`,
    call: async (operation, _resource, id) => {
      if (operation === load) loaded.add(id);
      return {
        request: { method: 'POST', target: '', headers: [], body: null },
        response: responseOf({ status: loaded.has(id) ? 200 : 400 }, 0),
        body: undefined,
      };
    },
  });
  const id = await states.itemFor(push, resource);
  expect(id !== undefined && loaded.has(id)).toBe(isFound);
});

test('an action that needs things of two kinds, as a copy into another folder, has each of its kind', async () => {
  const { session } = benchFor(
    descriptionOf(`
/carts/{cartId}: { ${parameter}, get: { ${responses} } }
/shops/{cartId}: { ${parameter}, get: { ${responses} } }`),
  );
  const push = operationIn(description, 'push');
  const states = new ItemStates({
    actionsOn: () => [],
    create: async ({ itemsPath }) => itemsPath,
    call: async () => ({
      request: { method: 'POST', target: '', headers: [], body: null },
      response: responseOf({ status: 200 }, 0),
      body: undefined,
    }),
  });
  const found = [];
  for (const resource of session.resources) found.push(await states.itemFor(push, resource));
  expect(found).toEqual(['/carts', '/shops']);
});

test('what is asked for a thing of another kind, while it is found out for one, waits for nothing', async () => {
  const { session } = benchFor(
    descriptionOf(`
/carts/{cartId}: { ${parameter}, get: { ${responses} } }
/shops/{cartId}: { ${parameter}, get: { ${responses} } }`),
  );
  const push = operationIn(description, 'push');
  const [cart = expect.fail('There is no cart.'), shop = expect.fail('There is no shop.')] = session.resources;
  const states = new ItemStates({
    actionsOn: () => [],
    create: async ({ itemsPath }) => itemsPath,
    call: async (operation, resource) => {
      // The request names a thing of the other kind, which may have to be in some state, too.
      await states.itemFor(operation, resource === cart ? shop : cart);
      return {
        request: { method: 'POST', target: '', headers: [], body: null },
        response: responseOf({ status: 200 }, 0),
        body: undefined,
      };
    },
  });
  const found = [await states.itemFor(push, cart), await states.itemFor(push, shop)];
  expect(found).toEqual(['/carts', '/shops']);
});

test.each<[status: number, count: number]>([
  [200, 1],
  [202, 2],
])(
  'two requests for what is answered with %d have %d items: after 202 the first may be gone',
  async (status, count) => {
    const { session } = benchFor(description);
    const [resource = expect.fail('There is no resource.')] = session.resources;
    const push = operationIn(description, 'push');
    let made = 0;
    const states = new ItemStates({
      actionsOn: () => [],
      create: async () => `cart ${(made += 1)}`,
      call: async () => ({
        request: { method: 'POST', target: '', headers: [], body: null },
        response: responseOf({ status }, 0),
        body: undefined,
      }),
    });
    expect(new Set([await states.itemFor(push, resource), await states.itemFor(push, resource)]).size).toBe(count);
  },
);
