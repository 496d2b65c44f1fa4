import { expect, test } from 'vitest';
import type { ResponseParts } from '../../http/test/messages.ts';
import { descriptionOf } from '../../test/contracts.ts';
import { benchFor } from '../../verify/test/bench.ts';
import { serverFaultsOf } from '../test/fault-detection.ts';
import { probedJudgements } from '../test/probed-judgements.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';
import { itemTally } from './tally.ts';

const body = (properties: string) =>
  `content: { application/json: { schema: { type: object, properties: { ${properties} } } } }`;
const at = (name: string) => `{ name: ${name}, in: path, required: true, schema: { type: integer } }`;
const coinSchema = "{ $ref: '#/components/schemas/Coin' }";
const coin = `content: { application/json: { schema: ${coinSchema} } }`;
const coins = `content: { application/json: { schema: { type: array, items: ${coinSchema} } } }`;
const components = `components:
  schemas:
    Coin:
      type: object
      properties:
        id: { type: integer }
        worth: { type: integer }
        year: { type: string }
        status: { enum: [minted, kept, lost] }`;

const keeping = `
/jars/{jarId}/coins/{coinId}/keep:
  parameters: [${at('jarId')}, ${at('coinId')}]
  post: { operationId: keepCoin, responses: { '200': { description: '', ${coin} } } }
`;

const cleaning = `${keeping.trimEnd()}
/jars/{jarId}/coins/{coinId}/clean:
  parameters: [${at('jarId')}, ${at('coinId')}]
  post: { operationId: cleanCoin, responses: { '200': { description: '', ${coin} } } }
`;

const copying = `${keeping.trimEnd()}
/jars/{jarId}/coins/{coinId}/copy:
  parameters: [${at('jarId')}, ${at('coinId')}]
  post: { operationId: copyCoin, responses: { '201': { description: '', ${coin} } } }
`;

const listing = `
  get: { operationId: listCoins, responses: { '200': { description: '', ${coins} } } }`;

const described = (description: string, name = 'figure', actions = '', list = '') => {
  const jar = body(`id: { type: integer }, ${name}: { type: integer, description: '${description}' }`);
  return descriptionOf(
    `
/jars:
  post:
    operationId: makeJar
    requestBody: { ${body('label: { type: string }')} }
    responses: { '201': { description: '', ${jar} } }
/jars/{jarId}:
  parameters: [${at('jarId')}]
  get: { operationId: readJar, responses: { '200': { description: '', ${jar} } } }
/jars/{jarId}/coins:
  parameters: [${at('jarId')}]
  post:
    operationId: addCoin
    requestBody: { ${body('worth: { type: integer, minimum: 2 }, year: { type: string }')} }
    responses: { '201': { description: '', ${coin} } }${list}
/jars/{jarId}/coins/{coinId}:
  parameters: [${at('jarId')}, ${at('coinId')}]
  get: { operationId: readCoin, responses: { '200': { description: '', ${coin} }, '404': { description: '' } } }
  delete: { operationId: dropCoin, responses: { '204': { description: '' } } }
${actions.trim()}
`,
    components,
  );
};

test.each<[description: string, statements: string[]]>([
  ['Number of coins in the jar.', ['figure must count what addCoin makes.']],
  ['How many coins were put into it.', ['figure must count what addCoin makes.']],
  ['Sum of the worth of all coins.', ['figure must be the sum of the worth of what addCoin makes.']],
  ['The sum of the `worth` of all old coins of the jar.', []],
  ['The sum of the `worth` of all coins.', ['figure must be the sum of the worth of what addCoin makes.']],
  ['Total worth of the coins.', ['figure must be the sum of the worth of what addCoin makes.']],
  ['Number of old coins.', []],
  ['Number of jars.', []],
  ['Total year of the coins.', []],
  ['Most coins that fit.', []],
  ['Number of coins with status `kept`.', ['figure must count what addCoin makes.']],
  ['Number of lost coins in the jar.', []],
  ['Number of lost coins.', ['figure must count what addCoin makes.']],
  ['How many of its coins are kept or lost.', ['figure must count what addCoin makes.']],
  ['Number of coins that are `kept`, `minted` or `lost`.', ['figure must count what addCoin makes.']],
  ['How many of its coins are kept or spent.', []],
])('is required by what a description says: %s', (description, statements) => {
  const { session } = benchFor(described(description));
  const all = session.description.operations.flatMap((one) => itemTally.list(session, one, 'server'));
  expect(all.map(({ statement }) => statement)).toEqual(statements);
});

test('is required by a name where nothing is described', () => {
  const { session } = benchFor(described('', 'coinCount'));
  const all = session.description.operations.flatMap((one) => itemTally.list(session, one, 'server'));
  expect(all).toHaveLength(1);
});

/** Of the worth of the coins of a jar, the number of those that were ever put in, and that of the coins of all jars. */
type Figure = (coins: number[], ever: number, all: number) => number;

/** What is seen of a jar that shows such a figure of its coins. */
function judged(description: string, figureOf: Figure) {
  const coins = new Map<string, { jar: string; worth: number }>();
  const ever = new Map<string, number>();
  let made = 0;
  const { session } = benchFor(described(description), ({ target, method, body: sent }): ResponseParts => {
    const [, , jar = '', , id = ''] = target.split('/');
    if (target === '/jars') return { status: 201, body: { id: (made += 1), figure: 0 } };
    if (method === 'POST') {
      const { worth } = JSON.parse(String(sent));
      coins.set(String((made += 1)), { jar, worth });
      ever.set(jar, (ever.get(jar) ?? 0) + 1);
      return { status: 201, body: { id: made, worth, status: 'minted' } };
    }
    if (method === 'DELETE') return { status: coins.delete(id) ? 204 : 404 };
    if (id !== '') return coins.has(id) ? { body: { id: Number(id) } } : { status: 404 };
    const own = [...coins.values()].filter((one) => one.jar === jar).map(({ worth }) => worth);
    return { body: { id: Number(jar), figure: figureOf(own, ever.get(jar) ?? 0, coins.size) } };
  });
  return probedJudgements(itemTally, session, 'readJar');
}

const number = 'Number of coins in the jar.';
const sum = 'Sum of the worth of all coins.';
const total = (coins: number[]) => coins.reduce((all, one) => all + one, 0);
const open = { outOfReach: 'What was made need not be one of those that are meant.' };
const broken = expect.objectContaining({ documented: expect.stringMatching(/^figure after/) });

test.each<[what: string, description: string, figureOf: Figure, seen: unknown[]]>([
  ['counts', number, (coins) => coins.length, ['kept', 'kept']],
  ['adds up', sum, total, ['kept', 'kept']],
  ['never counts', number, () => 0, [broken]],
  ['counts each twice', number, (coins) => 2 * coins.length, [broken]],
  ['counts instead of adding up', sum, (coins) => coins.length, [broken]],
  ['counts those of all jars', number, (_coins, _ever, all) => all, ['kept', broken]],
  ['counts what is gone', number, (_, put) => put, ['kept', broken]],
  ['counts all that were made', 'Number of coins that were ever put in.', (_, put) => put, ['kept']],
  ['leaves out what is not there yet', 'Number of coins that are kept.', () => 0, [open]],
  ['leaves out what is not lost', 'Number of coins that are not lost.', () => 0, [broken]],
])('a server that %s', async (_, description, figureOf, seen) =>
  expect(await judged(description, figureOf)).toEqual(seen),
);

/** Of the states of the coins in a jar, the number that it shows. */
function judgedStates(state: string, figureOf: (states: string[]) => number) {
  const coins = new Map<string, { jar: string; status: string }>();
  let made = 0;
  const description = described(`Number of coins with status ${state}.`, 'figure', cleaning);
  const { session } = benchFor(description, ({ target, method }): ResponseParts => {
    const [, , jar = '', , id = '', action] = target.split('/');
    if (target === '/jars') return { status: 201, body: { id: (made += 1), figure: 0 } };
    if (action === 'keep') coins.set(id, { jar, status: 'kept' });
    else if (method === 'POST' && action === undefined) coins.set(String((made += 1)), { jar, status: 'minted' });
    if (method === 'DELETE') return { status: coins.delete(id) ? 204 : 404 };
    const key = id === '' ? String(made) : id;
    const own = { id: Number(key), status: coins.get(key)?.status };
    if (method === 'POST') return { status: action === undefined ? 201 : 200, body: own };
    if (id !== '') return coins.has(id) ? { body: own } : { status: 404 };
    const states = [...coins.values()].filter((one) => one.jar === jar).map(({ status }) => status);
    return { body: { id: Number(jar), figure: figureOf(states) } };
  });
  return probedJudgements(itemTally, session, 'readJar');
}

const are = (state: string) => (states: string[]) => states.filter((one) => one === state).length;

test.each<[what: string, state: string, figureOf: (states: string[]) => number, seen: unknown[]]>([
  ['counts those that are new', 'minted', are('minted'), Array.from({ length: 6 }, () => 'kept')],
  ['counts those that an action has kept', 'kept', are('kept'), [open, ...Array.from({ length: 4 }, () => 'kept')]],
  ['counts the others as well', 'minted', (states) => states.length, ['kept', broken]],
  ['never counts those that are kept', 'kept', () => 0, [open, broken]],
  ['counts all as kept', 'kept', (states) => states.length, [broken]],
])('a server that %s', async (_, state, figureOf, seen) => expect(await judgedStates(state, figureOf)).toEqual(seen));

/** Of the states of the coins in a jar, of which an action makes another one, the number that it shows. */
function judgedActions(text: string, figureOf: (states: string[]) => number, isKeptByItself = false) {
  const states = new Map<string, string>();
  let made = 0;
  const description = described(text, 'figure', copying, listing);
  const { session } = benchFor(description, ({ target, method }): ResponseParts => {
    const [, , jar = '', kind, id, action] = target.split('/');
    if (target === '/jars') return { status: 201, body: { id: (made += 1), figure: 0 } };
    const own = [...states].filter(([name]) => name.startsWith(`${jar}/`));
    const shown = (name: string) => ({ id: Number(name.split('/')[1]), status: states.get(name) });
    if (kind === undefined) return { body: { id: Number(jar), figure: figureOf(own.map(([, state]) => state)) } };
    if (method === 'GET' && id === undefined) return { body: own.map(([name]) => shown(name)) };
    const name = `${jar}/${method === 'POST' && action !== 'keep' ? (made += 1) : id}`;
    if (method === 'POST') states.set(name, action === 'keep' ? 'kept' : 'minted');
    if (method === 'DELETE') return { status: states.delete(name) ? 204 : 404 };
    if (!states.has(name)) return { status: 404 };
    const body = shown(name);
    if (method === 'GET' && isKeptByItself) states.set(name, 'kept');
    return { status: method === 'POST' && action !== 'keep' ? 201 : 200, body };
  });
  return probedJudgements(itemTally, session, 'readJar');
}

test.each<[what: string, text: string, figureOf: (states: string[]) => number, isRight: boolean]>([
  ['counts those in either state', 'How many of its coins are minted or kept.', (all) => all.length, true],
  ['leaves out one of them', 'How many of its coins are minted or kept.', are('minted'), false],
  ['counts copies as well', 'How many coins the jar has.', (all) => all.length, true],
  ['counts no copies', 'How many coins the jar has.', (all) => Math.min(all.length, 2), false],
  ['counts no more what is kept', 'How many coins the jar has.', are('minted'), false],
  ['may leave them out', 'Number of coins on the table.', are('minted'), true],
])('a server that %s, with actions', async (_, text, figureOf, isRight) => {
  const seen = await judgedActions(text, figureOf);
  expect(seen.every((one) => one === 'kept')).toBe(isRight);
});

test('what an action makes of another kind does not count, though it has the identifier of a coin', async () => {
  const lending = `
/jars/{jarId}/coins/{coinId}/lend:
  parameters: [${at('jarId')}, ${at('coinId')}]
  post: { operationId: lendCoin, responses: { '201': { description: '', ${body('id: { type: integer }')} } } }
`;
  let [jars, made] = [0, 0];
  const description = described('How many coins the jar has.', 'figure', lending, listing);
  const { session } = benchFor(description, ({ target, method }): ResponseParts => {
    const [, , jar = '', kind, id, action] = target.split('/');
    if (target === '/jars') return { status: 201, body: { id: (jars += 1), figure: 0 } };
    if (kind === undefined) return { body: { id: Number(jar), figure: jar === '1' ? made : 0 } };
    if (action === 'lend') return { status: 201, body: { id: 1 } };
    if (method === 'DELETE') return { status: 409 };
    if (method === 'POST' && jar !== '1') return { status: 201, body: { id: 900 } };
    if (method === 'POST') return { status: 201, body: { id: (made += 1) } };
    return { body: id === undefined ? [1, 2, 3].slice(0, made).map((one) => ({ id: one })) : { id: Number(id) } };
  });
  expect(await probedJudgements(itemTally, session, 'readJar')).toEqual(['kept', 'kept']);
});

test('nothing is said of what goes on by itself', async () =>
  expect(await judgedActions('Number of coins with status `minted`.', are('minted'), true)).toEqual(['kept', 'kept']));

test('faults', () => {
  const specification = withoutWorkflows(described(number));
  const faults = serverFaultsOf(specification, ({ kind }) => kind === itemTally.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(['stays as it was']);
});
