import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '../cli/project.ts';
import { NoResponse } from '../http/exchange.ts';
import { sampleContracts } from '../mutate/sample-contracts/contracts.ts';
import { readContract } from '../openapi/read-contract.ts';
import { unprovenOf, withoutParts } from '../report/summary.ts';
import { withoutWorkflows } from '../requirements/test/without-workflows.ts';
import { descriptionOf } from '../test/contracts.ts';
import { verify } from '../verify/server/run.ts';
import { type RunnableSpecification, specificationOf } from '../verify/specification.ts';
import { Stub } from './stub.ts';

const key = 'a-key-that-is-right-4711';

// Documents that others have published, where they are at hand.
const published = join(projectFolder, '..', 'shared', 'documents');

const unshownDefault =
  '{ type: object, properties: { name: { type: string }, sort: { type: boolean, writeOnly: true, default: false } } }';

const contracts = [
  ...sampleContracts.map(({ name, document }) => ({ name, document })),
  { name: 'this project', document: join(projectFolder, 'spec/openapi.yaml') },
  ...['museum.yaml', 'train-travel.yaml']
    .map((name) => ({ name, document: join(published, name) }))
    .filter(({ document }) => existsSync(document)),
];

/** What is violated, and what is unproven, where a stub of a contract is verified as a server of it. */
async function verified(specification: RunnableSpecification): Promise<[broken: string[], unproven: string[]]> {
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const stub = new Stub(specification, { now, seed: 1, key, choice: { kind: 'state' } });
  const verification = await verify(specification, {
    baseUrl: 'http://localhost',
    keys: { key, limitedKey: undefined },
    clock: { now, wait: async (milliseconds) => void (ahead += milliseconds) },
    seed: 1,
    send: async (request) => {
      const response = await stub.respond(request);
      if (response.delivery !== undefined) throw new NoResponse(request, `delivered as ${response.delivery.kind}`);
      return { ...response, receivedAt: now() };
    },
  });
  const broken = verification.requirements.flatMap((result) =>
    result.verdict === 'violated'
      ? [`${result.requirement.id}, seed ${verification.seed}: ${result.violation.received}`]
      : [],
  );
  const unproven = withoutParts(unprovenOf(verification.requirements)).map(({ requirement }) => requirement.id);
  return [broken, unproven];
}

test.each(contracts.map(({ name, document }) => [name, document] as const))(
  'a stub of %s is verified as a server of it',
  async (_, document) => {
    // The workflows are for real servers: some are about limits.
    const specification = { ...specificationOf(await readContract(document)), workflows: undefined };
    expect(await verified(specification)).toEqual([[], []]);
  },
);

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const uuid = '{ type: string, format: uuid }';
const inPath = (name: string, schema: string) =>
  `parameters: [{ name: ${name}, in: path, required: true, schema: ${schema} }]`;
const none = "'404': { description: '' }";
const bad = "'400': { description: '' }";
const mark = (id: string) => `{ type: object, required: [tone], properties: { ${id}tone: { type: string } } }`;
const listOf = (item: string) => `'200': { description: '', ${json(`{ type: array, items: ${item} }`)} }`;
/** Marks that clients name in the path. */
const marks = (shown: string) => `
/marks:
  get: { operationId: listMarks, responses: { ${listOf(shown)} } }
/marks/{name}:
  ${inPath('name', '{ type: string }')}
  get: { operationId: readMark, responses: { '200': { description: '', ${json(shown)} }, ${none} } }
  put:
    operationId: putMark
    requestBody: { required: true, ${json('{ type: object, properties: { tone: { type: string } } }')} }
    responses: { '200': { description: '', ${json(shown)} }, '400': { description: '' } }
  delete: { operationId: removeMark, responses: { '204': { description: '' }, ${none} } }`;
const lot = `{ type: object, required: [id, size], properties: { id: ${uuid}, size: { type: integer } } }`;
const edges = '{ type: array, items: { type: integer } }';
const lotAndEdges = `{ type: object, required: [lot, edges], properties: { lot: ${lot}, edges: ${edges} } }`;
const newLot = `{ type: object, required: [size, edges], properties: { size: { type: integer }, edges: ${edges} } }`;
const crateId = '{ type: integer, format: int64 }';
const state = '{ type: string, enum: [open, shut] }';
const ofPhoto = 'size: { type: integer, minimum: 1, maximum: 9 }, tags: { type: array, items: { type: string } }';
const title = 'title: { type: string, minLength: 2 }';
const fields = `${title}, image: { type: string, format: binary }, ${ofPhoto}, place: { type: object }`;
const photoForm = `{ type: object, required: [title, image], properties: { ${fields} } }`;
const photo = `{ type: object, required: [id], properties: { id: { type: integer }, ${title}, ${ofPhoto} } }`;
const inData = (of: string) => {
  const data = `{ type: object, required: [id], additionalProperties: false, properties: { ${of} } }`;
  return `{ type: object, required: [data], properties: { data: ${data}, status: { type: string, example: done } } }`;
};
const song = '{ type: object, required: [id], properties: { id: { type: string }, name: { type: string } } }';
const record = (songs: string) =>
  `{ type: object, required: [id], properties: { id: { type: string }, name: { type: string }, songs: ${songs} } }`;
const ofRecord = 'name: { type: string }, songs: { type: array, items: { type: string } }';
const sentRecord = `{ type: object, properties: { ${ofRecord} } }`;
const ofCrate = `id: ${crateId}, label: { type: string }, state: ${state}`;
const crate = `{ type: object, required: [label], properties: { ${ofCrate} } }`;
const number = '{ type: integer }';
const text = '{ type: string }';
const tone = '{ type: string, enum: [dark, light] }';
const stamp = `{ type: object, required: [hash, tone], properties: { hash: ${text}, size: ${number}, tone: ${tone} } }`;
const ofStamps = `size: ${number}, totalElements: ${number}`;
const stampPage = `{ type: object, properties: { content: { type: array, items: ${stamp} }, ${ofStamps} } }`;
const print = `{ type: object, required: [id], properties: { id: ${uuid}, name: ${text} } }`;
const edit = '{ id: 5ea05fca-0000-4000-8000-0000000000e1, tone: dark }';
const editOf = `{ type: object, required: [id, tone], properties: { id: ${uuid}, tone: ${tone} } }`;
const edits =
  `{ type: object, required: [edits], example: { edits: [${edit}, ${edit}] }, ` +
  `properties: { edits: { type: array, items: ${editOf} } } }`;
const sentWare = (id: string) =>
  `{ type: object, required: [${id === '' ? 'amount' : 'id, amount'}], properties: { ${id}amount: ${number}, ` +
  `cuts: { type: array, items: { type: object, required: [width], properties: { width: ${number} } } } } }`;
const cut = `{ type: object, required: [id, width], properties: { id: ${uuid}, width: ${number} } }`;
const ofWare = `id: ${uuid}, amount: ${number}, cuts: { type: array, items: ${cut} }`;
const ware = `{ type: object, required: [id, amount], properties: { ${ofWare} } }`;
const ofEach =
  '{ type: object, required: [constructor], properties: { constructor: { type: string, readOnly: true }, ' +
  'valueOf: { type: string }, toString: { type: integer } } }';
const member = `{ type: object, required: [id], properties: { id: ${number}, nick: ${text} } }`;
const members = (of: string) => `members: { type: array, items: ${of} }`;
const memberPage = `{ type: object, required: [count], properties: { count: ${number}, ${members(member)} } }`;
const memberNumbers = `{ type: object, properties: { ${members(number)} } }`;
const shelf = `{ type: object, required: [id], properties: { id: { type: number }, name: ${text} } }`;
const rules = `{ type: object, required: [strict], properties: { strict: { type: boolean }, most: ${number} } }`;
const line = `{ type: object, required: [id, count], properties: { id: ${uuid}, count: ${number} } }`;
const lines = `lines: { type: array, items: ${line} }`;
const wholeCart = `{ type: object, required: [id, lines], properties: { id: ${uuid}, ${lines}, note: ${text} } }`;
const sameCart = "{ $ref: '#/paths/~1carts~1{cart}/get/responses/200/content/application~1json/schema' }";
const sentLine = `{ type: object, required: [count], properties: { count: ${number} } }`;
const tag = `{ type: object, required: [id, name], properties: { id: ${uuid}, name: ${text} } }`;
const sameTag = "{ $ref: '#/paths/~1tags~1{tagId}/get/responses/200/content/application~1json/schema' }";
const tags = `{ type: array, items: ${sameTag} }`;
const tagged = `{ type: object, required: [id, tags], properties: { id: ${uuid}, tags: ${tags} } }`;
const samePlant = "{ $ref: '#/paths/~1plants~1{plant}/get/responses/200/content/application~1json/schema' }";
const outcome = `{ type: object, required: [index, status], properties: { index: ${number}, status: ${number} } }`;
const outcomes = `{ type: object, required: [results], properties: { results: { type: array, items: ${outcome} } } }`;
const several = `{ type: array, minItems: 1, items: ${sentLine} }`;
const done = "'204': { description: '' }";
const chain = "{ $ref: '#/components/schemas/Chain' }";
const tier = (most: number) => `tier: { type: integer, minimum: 1, maximum: ${most} }`;
const approval = `{ type: object, required: [id, tier], properties: { id: ${uuid}, ${tier(3)} } }`;
const visit = `{ type: object, required: [id], properties: { id: ${uuid}, name: ${text} } }`;
const words = `{ type: array, uniqueItems: true, items: ${text} }`;
const rig = '{ type: object, required: [mast], properties: { mast: { type: string }, sails: { type: integer } } }';
const madeAt = 'createdAt: { type: string, format: date-time, readOnly: true }';
const spool = `{ type: object, required: [name], properties: { id: ${number}, name: { type: string }, ${madeAt} } }`;
const rack = `{ type: object, required: [name], properties: { name: { type: string } } }`;
const spoolCount = 'spoolCount: { type: integer, readOnly: true, description: The number of spools on the rack. }';
const ofCountingRack = `id: ${number}, name: { type: string }, ${spoolCount}`;
const countingRack = `{ type: object, required: [id, name, spoolCount], properties: { ${ofCountingRack} } }`;
const rackedSpool = `{ type: object, required: [rackId], properties: { id: ${number}, rackId: ${number} } }`;
const hour = `{ type: object, required: [name], properties: { name: ${text} } }`;
const ofAlarm = `id: ${uuid}, state: { type: string, enum: [loud, silent] }`;
const alarm = `{ type: object, required: [id, state], properties: { ${ofAlarm} } }`;
const sameAlarm = "{ $ref: '#/paths/~1alarms~1{alarm}/get/responses/200/content/application~1json/schema' }";
const app = `{ type: object, required: [id, name], properties: { id: ${text}, name: ${text} } }`;
const appPage = `{ type: object, properties: { data: { type: array, items: ${app} } } }`;
const heldApp = `{ type: object, required: [data], properties: { data: ${app} } }`;
const namedVisit = `{ type: object, required: [id, name], properties: { id: ${uuid}, name: ${text} } }`;
const ofRail = ['{ type: string, enum: [iron, wood] }', text]
  .map((schema, index) => `{ name: ${['kind', 'owner'][index]}, in: path, required: true, schema: ${schema} }`)
  .join(', ');
const marker = `{ type: object, required: [kind, of], properties: { kind: { enum: [marker] }, of: { type: object } } }`;
const markers = `{ type: object, required: [all], properties: { all: { type: array, items: ${marker} } } }`;
const ofMarch = `{ type: object, properties: { of: { type: object, properties: { name: ${text} } } } }`;
const marches = `{ allOf: [${markers}, { properties: { all: { type: array, items: ${ofMarch} } } }] }`;
const sentParts = `parts: { type: object, properties: { secret: { type: object, properties: { code: ${text} } } } }`;
const ofParts = 'parts: { type: object, additionalProperties: { type: object } }';
const keyOfParts = `{ type: object, required: [id], properties: { id: ${uuid}, name: ${text}, ${ofParts} } }`;
const report = `{ type: object, properties: { appId: ${text}, stage: ${text} } }`;
const ofPost = `id: ${number}, name: ${text}, kind: { enum: [short, long] }, tags: { type: array, items: ${hour} }`;
const post = `{ type: object, properties: { ${ofPost} } }`;
const ofNewPost = `name: ${text}, kind: ${text}, tags: { type: array, items: ${number} }`;
const newPost = `{ type: object, required: [name], properties: { ${ofNewPost} } }`;
const heldPost = `{ type: object, properties: { data: ${post} } }`;
const heldPosts = `{ type: object, properties: { data: { type: array, items: ${post} } } }`;
const ofPage = `pageIndex: ${number}, pageSize: ${number}, data: { type: array, items: ${namedVisit} }`;
const cratePage = `{ type: object, required: [pageIndex, pageSize, data], properties: { ${ofPage} } }`;
const crates = `crates: { type: array, items: ${namedVisit} }`;
const ofFlatPage = `total: { type: integer, example: 100 }, flat: { type: boolean }, ${crates}`;
const flatPage = `{ type: object, required: [total, flat, crates], properties: { ${ofFlatPage} } }`;
const bolt = `{ type: object, required: [id, side], properties: { id: ${uuid}, side: ${text} } }`;
const ofSide = '{ name: side, in: query, schema: { type: string, enum: [male, female] } }';
const flare = `{ type: object, required: [id, kind], properties: { id: ${uuid}, kind: { enum: [flare] } } }`;
const ofFlares = `kind: { enum: [flares] }, flares: { type: array, items: ${flare} }`;
const flares = `{ type: object, required: [kind, flares], properties: { ${ofFlares} } }`;
const sameFlares = "{ $ref: '#/paths/~1flares/get/responses/200/content/application~1json/schema' }";
const kite = `{ type: object, required: [id, type], properties: { id: ${text}, type: { enum: [kites] } } }`;
const kitePage = `{ type: object, required: [data], properties: { data: { type: array, items: ${kite} } } }`;
const withOthers = (of: string) => `included: { type: array, items: { type: object, properties: { ${of}: ${text} } } }`;
const sentKite = `{ type: object, required: [data], properties: { data: ${kite}, ${withOthers('tail')} } }`;
const heldKite = `{ type: object, required: [data, included], properties: { data: ${kite}, ${withOthers('line')} } }`;
const sameVisit = "{ $ref: '#/paths/~1visits~1{visit}/get/responses/200/content/application~1json/schema' }";

const barge = '{ type: string, pattern: "^b_[0-9a-z]{12}$" }';
const wholeBarge = `{ type: object, required: [id, name], properties: { id: ${barge}, name: ${text} } }`;
const labels = (types: string) =>
  `labels: { type: object, maxProperties: 2, additionalProperties: { type: [${types}], maxLength: 50 } }`;
const ofLoad = `barge: { oneOf: [${barge}, ${wholeBarge}] }, ${labels('string')}`;
const load = `{ type: object, required: [id, barge, labels], properties: { id: ${uuid}, ${ofLoad} } }`;
const newLoad = `{ type: object, required: [barge], properties: { barge: ${barge}, ${labels('string')} } }`;
const changedBulk = `{ type: object, minProperties: 1, properties: { note: ${text}, ${labels("string, 'null'")} } }`;
const bulk = (kind: string) => {
  const ofBulk = `id: ${uuid}, kind: { enum: [${kind}] }, note: ${text}, ${labels('string')}`;
  return `{ type: object, required: [id, kind, labels], properties: { ${ofBulk} } }`;
};
const anyBulk = `{ oneOf: [${bulk('dry')}, ${bulk('wet')}] }`;
const newBulk = `{ type: object, required: [kind], properties: { kind: { enum: [dry, wet] }, ${labels('string')} } }`;
const severalIds = `{ type: array, minItems: 1, items: ${uuid} }`;
const ofIds = `{ name: ids, in: query, style: form, explode: false, schema: ${severalIds} }`;

/** The kind of its owner is said in its path as well. */
const ownedLabel =
  '{ type: object, properties: { labelId: { type: string }, ownerType: { type: string }, colour: { type: string } } }';
const ofMast = `properties: { tall: { type: boolean }, flags: { type: array, items: ${text} } } }`;
const newRig = `{ type: object, properties: { mast: { type: object, ${ofMast} } }`;
const madeRig = `{ type: object, required: [id], properties: { id: ${uuid}, mast: { type: object, ${ofMast} } }`;
const wholeMast = `{ type: object, required: [tall, flags], ${ofMast}`;
const wholeRig = `{ type: object, required: [id, mast], properties: { id: ${uuid}, mast: ${wholeMast} } }`;
const entry = `{ type: object, required: [name, password], properties: { name: ${text}, password: ${text} } }`;
const role = 'role: { type: string, enum: [member, keeper] }';
const newAccount = `{ allOf: [${entry}, { properties: { ${role} } }] }`;
const account = `{ type: object, required: [name, role], properties: { name: ${text}, ${role} } }`;
const givenToken = `{ type: object, required: [token], properties: { token: ${text} } }`;
const unknown = "'401': { description: '' }";
const newShelf = `{ type: object, properties: { note: ${text} } }`;
const book = "{ $ref: '#/components/schemas/Book' }";
const newBook = `{ type: object, required: [title], properties: { title: { type: string, minLength: 1 } } }`;
const ofShelf = `id: ${uuid}, note: ${text}, books: { type: array, items: ${book} }`;
const filledShelf = `{ type: object, required: [id, books], properties: { ${ofShelf} } }`;
const ofShelves = `components:
  schemas:
    Book: { type: object, required: [id, title], properties: { id: ${uuid}, title: { type: string } } }`;
const ofPrice = 'currentPrice: { type: integer, minimum: 1, maximum: 100 }, debt: { type: integer, minimum: 0 }';
const lotOfPrice = `{ type: object, required: [id, currentPrice, debt], properties: { id: ${uuid}, ${ofPrice} } }`;
const offer = '{ type: object, required: [amount], properties: { amount: { type: integer, minimum: 1 } } }';
const madeOffer = `{ type: object, required: [id, amount], properties: { id: ${uuid}, amount: { type: integer } } }`;
const byToken = `security: [{ token: [] }]
components: { securitySchemes: { token: { type: http, scheme: bearer } } }`;

test.each<[what: string, paths: string, others?: string]>([
  ['things that clients name in another form than their identifier has', marks(mark(`id: ${uuid}, `))],
  ['things that clients name, and no property does', marks(mark(''))],
  [
    'things that stand beside others in each answer',
    `
/lots:
  get: { operationId: listLots, responses: { ${listOf(lot)} } }
  post:
    operationId: addLot
    requestBody: { required: true, ${json(newLot)} }
    responses: { '201': { description: '', ${json(lotAndEdges)} }, '400': { description: '' } }
/lots/{lot}:
  ${inPath('lot', uuid)}
  get: { operationId: readLot, responses: { '200': { description: '', ${json(lotAndEdges)} }, ${none} } }
  delete: { operationId: removeLot, responses: { '204': { description: '' }, ${none} } }`,
  ],
  [
    'what is done with a thing that nothing makes',
    `
/alarms:
  get: { operationId: listAlarms, responses: { ${listOf(sameAlarm)} } }
/alarms/{alarm}:
  ${inPath('alarm', uuid)}
  get: { operationId: readAlarm, responses: { '200': { description: '', ${json(alarm)} }, ${none} } }
/alarms/{alarm}/silence:
  ${inPath('alarm', uuid)}
  post:
    operationId: silenceAlarm
    responses:
      '200':
        description: ''
        content:
          application/json:
            schema: ${sameAlarm}
            example: { id: 5ea05fca-0000-4000-8000-000000000001, state: silent }
      '404': { description: '' }`,
  ],
  [
    'what is done with a thing once',
    `
/visits:
  post:
    operationId: addVisit
    requestBody: { required: true, ${json(`{ type: object, properties: { name: ${text} } }`)} }
    responses: { '201': { description: '', ${json(sameVisit)} } }
/visits/{visit}:
  ${inPath('visit', uuid)}
  get: { operationId: readVisit, responses: { '200': { description: '', ${json(visit)} }, ${none} } }
/visits/{visit}/cancel:
  ${inPath('visit', uuid)}
  post:
    operationId: cancelVisit
    responses:
      '200': { description: '', ${json(sameVisit)} }
      '404': { description: '' }
      '409': { description: It is already cancelled. }`,
  ],
  ...[
    ['an address that may be left out', 'links: { type: object, properties: { next: { type: string, format: uri } } }'],
    [
      'an address that each page has',
      'links: { type: object, required: [next], properties: { next: { type: string, format: uri } } }',
    ],
    ['a path, or null', "links: { type: object, properties: { next: { type: [string, 'null'] } } }"],
    [
      'an object',
      '_links: { type: object, properties: { next: { type: object, properties: { href: { type: string } } } } }',
    ],
  ].map(([what, links = '']): [string, string] => [
    `pages whose bodies link to the next one by ${what}`,
    `
/lots:
  get:
    operationId: listLots
    parameters:
      - { name: page, in: query, schema: { type: integer, minimum: 1, default: 1 } }
      - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 10 } }
    responses:
      '200':
        description: ''
        content:
          application/json:
            schema: { type: object, required: [data], properties: { data: { type: array, items: ${lot} }, ${links} } }
            example:
              data: []
              links: { next: 'https://example.com/lots?page=7' }
              _links: { next: { href: 'https://example.com/lots?page=7' } }
  post:
    operationId: addLot
    requestBody: { required: true, ${json('{ type: object, properties: { size: { type: integer } } }')} }
    responses: { '201': { description: '', ${json(lot)} } }
/lots/{lotId}:
  ${inPath('lotId', uuid)}
  get: { operationId: readLot, responses: { '200': { description: '', ${json(lot)} }, ${none} } }`,
  ]),
  [
    'things that name what they are beneath',
    `
/visits:
  post:
    operationId: addVisit
    requestBody: { required: true, ${json(`{ type: object, properties: { name: ${text} } }`)} }
    responses: { '201': { description: '', ${json(visit)} } }
/visits/{id}:
  ${inPath('id', uuid)}
  get: { operationId: readVisit, responses: { '200': { description: '', ${json(visit)} }, ${none} } }
/visits/{id}/notes:
  ${inPath('id', uuid)}
  post:
    operationId: addNote
    requestBody: { required: true, ${json(`{ type: object, properties: { text: ${text} } }`)} }
    responses:
      '201':
        description: ''
        ${json(`{ type: object, properties: { id: ${uuid}, visitId: ${uuid}, text: ${text} }, required: [visitId] }`)}
      '404': { description: '' }`,
  ],
  [
    'a list that is set as a whole beneath a thing',
    `
/visits:
  post:
    operationId: addVisit
    requestBody: { required: true, ${json(`{ type: object, properties: { name: ${text} } }`)} }
    responses: { '201': { description: '', ${json(visit)} } }
/visits/{visit}:
  ${inPath('visit', uuid)}
  get: { operationId: readVisit, responses: { '200': { description: '', ${json(visit)} }, ${none} } }
/visits/{visit}/words:
  ${inPath('visit', uuid)}
  get: { operationId: readWords, responses: { '200': { description: '', ${json(words)} }, ${none} } }
  put:
    operationId: setWords
    requestBody: { required: true, ${json(words)} }
    responses: { '200': { description: '', ${json(words)} }, ${none} }
/visits/{visit}/hours:
  ${inPath('visit', uuid)}
  get:
    operationId: readHours
    responses: { '200': { description: '', ${json(`{ type: object, properties: { items: ${tags} } }`)} }, ${none} }
  put:
    operationId: setHours
    requestBody: { required: true, ${json(`{ type: array, items: ${hour} }`)} }
    responses: { ${done}, ${none} }
/tags/{tagId}:
  ${inPath('tagId', uuid)}
  get: { operationId: readTag, responses: { '200': { description: '', ${json(tag)} }, ${none} } }`,
  ],
  [
    'things of which many are changed at once',
    `
/visits:
  post:
    operationId: addVisit
    requestBody: { required: true, ${json(`{ type: object, properties: { name: ${text} } }`)} }
    responses: { '201': { description: '', ${json(sameVisit)} } }
  patch:
    operationId: renameVisits
    requestBody: { required: true, ${json(`{ type: array, minItems: 1, items: ${namedVisit} }`)} }
    responses: { '207': { description: '', ${json(outcomes)} } }
/visits/{visit}:
  ${inPath('visit', uuid)}
  get: { operationId: readVisit, responses: { '200': { description: '', ${json(visit)} }, ${none} } }`,
  ],
  [
    'an action that is sent what the thing has then',
    `
/visits:
  get: { operationId: listVisits, responses: { ${listOf(sameVisit)} } }
  post:
    operationId: addVisit
    requestBody: { required: true, ${json(`{ type: object, properties: { room: ${text} } }`)} }
    responses: { '201': { description: '', ${json(sameVisit)} } }
/visits/{visit}:
  ${inPath('visit', uuid)}
  get:
    operationId: readVisit
    responses:
      '200': { description: '', ${json(visit)} }
/visits/{visit}/rename:
  ${inPath('visit', uuid)}
  post:
    operationId: renameVisit
    requestBody: { required: true, ${json(`{ type: object, required: [name], properties: { name: ${text} } }`)} }
    responses: { '200': { description: '', ${json(sameVisit)} } }`,
  ],
  [
    'things that a body names, found by their state',
    `
/crates:
  post:
    operationId: addCrate
    requestBody: { required: true, ${json(crate)} }
    responses: { '200': { description: '', ${json(crate)} }, '400': { description: '' } }
  put:
    operationId: changeCrate
    requestBody: { required: true, ${json(crate)} }
    responses: { '200': { description: '', ${json(crate)} }, '400': { description: '' }, ${none} }
/crates/findByState:
  get:
    operationId: findCrates
    parameters: [{ name: state, in: query, schema: { type: string, enum: [open, shut], default: open } }]
    responses: { ${listOf(crate)}, '400': { description: '' } }
/crates/{crateId}:
  ${inPath('crateId', crateId)}
  get: { operationId: readCrate, responses: { '200': { description: '', ${json(crate)} }, ${none} } }`,
  ],
  [
    'things that are made by a form in parts',
    `
/photos:
  get: { operationId: listPhotos, responses: { ${listOf(photo)} } }
  post:
    operationId: addPhoto
    requestBody: { required: true, content: { multipart/form-data: { schema: ${photoForm} } } }
    responses: { '201': { description: '', ${json(photo)} }, '422': { description: '' } }
/photos/{id}:
  ${inPath('id', '{ type: integer }')}
  get: { operationId: readPhoto, responses: { '200': { description: '', ${json(photo)} }, ${none} } }`,
  ],
  [
    'things in a property, of which a creation answers with less',
    `
/chores:
  post:
    operationId: addChore
    requestBody: { required: true, ${json('{ type: object, properties: { name: { type: string } } }')} }
    responses: { '200': { description: '', ${json(inData(`id: ${uuid}`))} } }
/chores/{id}:
  ${inPath('id', uuid)}
  get:
    operationId: readChore
    responses: { '200': { description: '', ${json(inData(`id: ${uuid}, name: { type: string }`))} }, ${none} }`,
  ],
  [
    'things of which a change is accepted, and others come back than were sent',
    `
/records:
  get:
    operationId: listRecords
    responses: { ${listOf(record(`{ type: array, items: ${song} }`))} }
  post:
    operationId: addRecord
    requestBody: { required: true, ${json(sentRecord)} }
    responses: { '201': { description: '', ${json(record(`{ type: array, items: ${song} }`))} } }
/records/{id}:
  ${inPath('id', '{ type: string }')}
  get:
    operationId: readRecord
    responses: { '200': { description: '', ${json(record(`{ type: array, items: ${song} }`))} }, ${none} }
  put:
    operationId: changeRecord
    requestBody: { required: true, ${json(sentRecord)} }
    responses: { '202': { description: '' }, ${none} }`,
  ],
  [
    'things whose number is a text in their path, or the other way round',
    `
/threads/{id}:
  ${inPath('id', number)}
  get:
    operationId: readThread
    responses:
      '200': { description: '', ${json(`{ type: object, required: [id], properties: { id: ${text} } }`)} }
  patch: { operationId: markThread, responses: { '205': { description: '' } } }
/clubs/{club}:
  ${inPath('club', text)}
  get: { operationId: readClub, responses: { '200': { description: '', ${json(member)} }, ${none} } }
  patch:
    operationId: changeClub
    requestBody: { required: true, ${json(`{ type: object, properties: { nick: ${text} } }`)} }
    responses: { '200': { description: '', ${json(member)} } }`,
  ],
  [
    'things whose number may be a fraction by their schema',
    `
/shelves:
  get: { operationId: listShelves, responses: { ${listOf(shelf)} } }
  post:
    operationId: addShelf
    requestBody: { required: true, ${json(`{ type: object, properties: { name: ${text} } }`)} }
    responses: { '201': { description: '', ${json(shelf)} } }
/shelves/{shelf_id}:
  ${inPath('shelf_id', number)}
  get: { operationId: readShelf, responses: { '200': { description: '', ${json(shelf)} } } }`,
  ],
  [
    'things that clients name, with a number of their own',
    `
/members:
  get: { operationId: listMembers, responses: { ${listOf(member)} } }
/members/{member}:
  ${inPath('member', text)}
  get: { operationId: readMember, responses: { '200': { description: '', ${json(member)} }, ${none} } }
  put: { operationId: addMember, responses: { '200': { description: '', ${json(member)} } } }
  delete: { operationId: removeMember, responses: { ${done}, ${none} } }`,
  ],
  [
    'a list that is set as a whole, and whose things come and go',
    `
/members:
  get:
    operationId: listMembers
    parameters: [{ name: page, in: query, schema: ${number} }, { name: per_page, in: query, schema: ${number} }]
    responses: { '200': { description: '', ${json(memberPage)} } }
  put:
    operationId: setMembers
    requestBody: { required: true, ${json(memberNumbers)} }
    responses: { ${done} }
/members/{id}:
  ${inPath('id', number)}
  put: { operationId: addMember, responses: { ${done} } }
  delete: { operationId: removeMember, responses: { ${done} } }`,
  ],
  [
    'a list whose example has a link to the next page',
    `
/members:
  get:
    operationId: listMembers
    parameters: [{ name: since, in: query, schema: ${number} }, { name: per_page, in: query, schema: ${number} }]
    responses:
      '200':
        description: ''
        headers: { Link: { schema: ${text}, example: '<https://example.com/members?since=135>; rel="next"' } }
        content:
          application/json:
            schema: { type: array, items: ${member} }
            example: [{ id: 1 }, { id: 2 }, { id: 3 }]`,
  ],
  [
    'things that are named in a body, and listed without that name',
    `
/members:
  get: { operationId: listMembers, responses: { ${listOf(member)} } }
  post:
    operationId: addMember
    requestBody: { required: true, ${json(`{ type: object, required: [user], properties: { user: ${text} } }`)} }
    responses: { '200': { description: '', ${json(`{ type: object, properties: { user: ${text} } }`)} }, ${none} }
/members/{user}:
  ${inPath('user', text)}
  delete: { operationId: removeMember, responses: { ${done}, ${none} } }`,
  ],
  [
    'things of which it is only asked whether they are there',
    `
/members:
  get: { operationId: listMembers, responses: { ${listOf(member)} } }
/members/{member}:
  ${inPath('member', number)}
  get: { operationId: isMember, responses: { ${done}, ${none} } }`,
  ],
  [
    'settings that are changed in part, and taken away',
    `
/rules:
  get: { operationId: readRules, responses: { '200': { description: '', ${json(rules)} } } }
  patch:
    operationId: changeRules
    requestBody: { required: true, ${json(rules.replace('required: [strict], ', ''))} }
    responses: { '200': { description: '', ${json(rules)} } }
  delete: { operationId: removeRules, responses: { ${done}, ${none} } }`,
  ],
  [
    'things that are added to another one, which is answered whole',
    `
/carts:
  post: { operationId: addCart, responses: { '201': { description: '', ${json(sameCart)} } } }
/carts/{cart}:
  ${inPath('cart', uuid)}
  get: { operationId: readCart, responses: { '200': { description: '', ${json(wholeCart)} }, ${none} } }
/carts/{cart}/lines:
  ${inPath('cart', uuid)}
  post:
    operationId: addLine
    requestBody: { required: true, ${json(sentLine)} }
    responses: { '201': { description: '', ${json(sameCart)} }, '400': { description: '' }, ${none} }
/carts/{cart}/lines/{line}:
  parameters:
    - { name: cart, in: path, required: true, schema: ${uuid} }
    - { name: line, in: path, required: true, schema: ${uuid} }
  patch:
    operationId: changeLine
    requestBody: { required: true, ${json(sentLine)} }
    responses: { '200': { description: '', ${json(sameCart)} }, '400': { description: '' }, ${none} }
  delete: { operationId: removeLine, responses: { ${done}, ${none} } }
/carts/{cart}/note:
  ${inPath('cart', uuid)}
  put:
    operationId: setNote
    requestBody: { required: true, ${json(`{ type: object, required: [note], properties: { note: ${text} } }`)} }
    responses: { ${done}, ${none} }
  delete: { operationId: removeNote, responses: { ${done}, ${none} } }`,
  ],
  [
    'things that others have, and show in a list',
    `
/tags:
  post:
    operationId: addTag
    requestBody: { required: true, ${json(`{ type: object, required: [name], properties: { name: ${text} } }`)} }
    responses: { '201': { description: '', ${json(sameTag)} }, '400': { description: '' } }
/tags/{tagId}:
  ${inPath('tagId', uuid)}
  get: { operationId: readTag, responses: { '200': { description: '', ${json(tag)} }, ${none} } }
/plants:
  post: { operationId: addPlant, responses: { '201': { description: '', ${json(samePlant)} } } }
/plants/{plant}:
  ${inPath('plant', uuid)}
  get: { operationId: readPlant, responses: { '200': { description: '', ${json(tagged)} }, ${none} } }
/plants/{plant}/tags/{tagId}:
  parameters:
    - { name: plant, in: path, required: true, schema: ${uuid} }
    - { name: tagId, in: path, required: true, schema: ${uuid} }
  put: { operationId: setTag, responses: { ${done}, ${none} } }
  delete: { operationId: takeTag, responses: { ${done}, ${none} } }`,
  ],
  [
    'things that are sent together, each with a result',
    `
/lines/bulk:
  post:
    operationId: addLines
    requestBody: { required: true, ${json(several)} }
    responses: { '207': { description: '', ${json(outcomes)} }, '400': { description: '' } }`,
  ],
  [
    'things that are listed at two paths, and name one another',
    `
/chains:
  get: { operationId: listChains, responses: { ${listOf(chain)} } }
/chains/{identifier}:
  ${inPath('identifier', text)}
  get: { operationId: readChain, responses: { '200': { description: '', ${json(chain)} }, ${none} } }
/admin/chains:
  get: { operationId: listAllChains, responses: { ${listOf(chain)} } }
  post:
    operationId: addChain
    requestBody: { required: true, ${json(`{ type: object, properties: { name: ${text}, chain_id: ${uuid} } }`)} }
    responses: { '201': { description: '', ${json(chain)} }, '400': { description: '' } }
/admin/chains/{id}:
  ${inPath('id', uuid)}
  delete: { operationId: removeChain, responses: { ${done}, ${none} } }`,
    `components:
  schemas:
    Chain: { type: object, required: [id], properties: { id: ${uuid}, name: ${text} } }`,
  ],
  [
    'media types without a schema',
    `
/links:
  get: { operationId: listLinks, responses: { default: { description: '', content: { application/json: {} } } } }
  post:
    operationId: addLink
    requestBody: { content: { application/json: {} } }
    responses: { default: { description: '', content: { application/json: {} } } }
/links/{name}:
  ${inPath('name', text)}
  put:
    operationId: setLink
    requestBody: { ${json('{ type: object, properties: { on: { type: boolean } } }')} }
    responses: { default: { description: '', content: { application/json: {} } } }`,
  ],
  [
    'things of which more may be sent than is shown',
    `
/approvals:
  get: { operationId: listApprovals, responses: { ${listOf(approval)} } }
  post:
    operationId: askApproval
    requestBody: { required: true, ${json(`{ type: object, required: [tier], properties: { ${tier(5)} } }`)} }
    responses: { '202': { description: '', ${json(approval)} }, '400': { description: '' } }
/approvals/{approvalId}:
  ${inPath('approvalId', uuid)}
  get: { operationId: readApproval, responses: { '200': { description: '', ${json(approval)} }, ${none} } }`,
  ],
  [
    'operations that document their success as default alone',
    `
/rails/{kind}:
  ${inPath('kind', '{ type: string, enum: [iron, wood], pattern: wood }')}
  get: { operationId: readRails, responses: { default: { description: '', ${json(visit)} } } }
/rails/{kind}/{owner}:
  parameters: [${ofRail}]
  get: { operationId: readRail, responses: { default: { description: '', ${json(visit)} } } }
  put:
    operationId: setRail
    requestBody: { ${json('{ type: object, properties: { on: { type: boolean } } }')} }
    responses: { default: { description: '', content: { application/json: {} } } }
/rails/{kind}/{owner}/test:
  parameters: [${ofRail}]
  post:
    operationId: testRails
    requestBody: { ${json(hour)} }
    responses: { default: { description: '', ${json('{ type: object, properties: { ok: { type: boolean } } }')} } }`,
  ],
  [
    'lists of which every request says how many items',
    `
/crates:
  get:
    operationId: listCrates
    parameters: [{ name: limit, in: query, required: true, schema: { type: integer, minimum: 0, default: 20 } }]
    responses: { ${listOf(namedVisit)}, '400': { description: '' } }
  post:
    operationId: addCrate
    requestBody: { required: true, ${json(hour)} }
    responses: { '201': { description: '', ${json(namedVisit)} }, '400': { description: '' } }
/crates/{id}:
  ${inPath('id', uuid)}
  get: { operationId: readCrate, responses: { '200': { description: '', ${json(namedVisit)} }, ${none} } }`,
  ],
  [
    'what is sent and can be shown in no way',
    `
/keys:
  post:
    operationId: addKey
    requestBody: { required: true, ${json(`{ type: object, properties: { name: ${text}, ${sentParts} } }`)} }
    responses: { '201': { description: '', ${json(keyOfParts)} }, '400': { description: '' } }
/keys/{id}:
  ${inPath('id', uuid)}
  get: { operationId: readKey, responses: { '200': { description: '', ${json(keyOfParts)} }, ${none} } }`,
  ],
  [
    'things that are removed, where default documents each success',
    `
/keys:
  post:
    operationId: addKey
    requestBody: { required: true, ${json(hour)} }
    responses: { default: { description: '', ${json(namedVisit)} } }
/keys/{id}:
  ${inPath('id', uuid)}
  get: { operationId: readKey, responses: { default: { description: '', ${json(namedVisit)} } } }
  delete: { operationId: removeKey, responses: { default: { description: '', ${json(namedVisit)} } } }`,
  ],
  [
    'lists of what is about each thing of another list',
    `
/reports:
  get: { operationId: listReports, responses: { ${listOf(report)} } }
/reports/{appId}:
  ${inPath('appId', text)}
  get: { operationId: listReportsOfApp, responses: { ${listOf(report)} } }`,
  ],
  [
    'creations that show in a property what they have made, without its identifier and as it was sent',
    `
/posts:
  get: { operationId: listPosts, responses: { '200': { description: '', ${json(heldPosts)} } } }
  post:
    operationId: addPost
    requestBody: { ${json(newPost)} }
    responses: { '200': { description: '', ${json(`{ type: object, properties: { data: ${newPost} } }`)} } }
/posts/{id}:
  ${inPath('id', number)}
  get: { operationId: readPost, responses: { '200': { description: '', ${json(heldPost)} } } }`,
  ],
  [
    'HEAD beside GET, each with a success of its own',
    `
/studies/{id}:
  ${inPath('id', uuid)}
  get:
    operationId: readStudy
    responses:
      '200': { description: '', headers: { X-Origin: { schema: ${text} } }, content: { text/plain: {} } }
  head:
    operationId: lookAtStudy
    responses: { '204': { description: '', headers: { X-Origin: { schema: ${text} } } } }`,
  ],
  [
    'changes by what has a default and is never shown',
    `
/papers:
  post:
    operationId: addPaper
    requestBody: { required: true, ${json(hour)} }
    responses: { '201': { description: '', ${json(namedVisit)} }, '400': { description: '' } }
/papers/{id}:
  ${inPath('id', uuid)}
  get: { operationId: readPaper, responses: { '200': { description: '', ${json(namedVisit)} }, ${none} } }
  put:
    operationId: changePaper
    requestBody: { required: true, ${json(unshownDefault)} }
    responses: { '200': { description: '', ${json(namedVisit)} }, ${none} }`,
  ],
  [
    'lists whose items two parts of a schema describe',
    `
/marches:
  get: { operationId: listMarches, responses: { '200': { description: '', ${json(marches)} } } }`,
  ],
  [
    'lists that say in another spelling what they were asked for',
    `
/crates:
  get:
    operationId: listCrates
    parameters: [
      { name: PageSize, in: query, schema: { type: integer, minimum: 1, default: 10 } },
      { name: PageIndex, in: query, schema: { type: integer, minimum: 0, default: 0 } },
    ]
    responses: { '200': { description: '', ${json(cratePage)} }, '400': { description: '' } }
  post:
    operationId: addCrate
    requestBody: { required: true, ${json(hour)} }
    responses: { '201': { description: '', ${json(namedVisit)} }, '400': { description: '' } }
/crates/{id}:
  ${inPath('id', uuid)}
  get: { operationId: readCrate, responses: { '200': { description: '', ${json(namedVisit)} }, ${none} } }`,
  ],
  [
    'lists that say in another type what they were asked for',
    `
/crates:
  get:
    operationId: listCrates
    parameters: [
      { name: limit, in: query, schema: { type: integer, minimum: 1, default: 10 } },
      { name: flat, in: query, schema: { type: integer, default: 0 } },
    ]
    responses: { '200': { description: '', ${json(flatPage)} }, '400': { description: '' } }
  post:
    operationId: addCrate
    requestBody: { required: true, ${json(hour)} }
    responses: { '201': { description: '', ${json(namedVisit)} }, '400': { description: '' } }
/crates/{id}:
  ${inPath('id', uuid)}
  get: { operationId: readCrate, responses: { '200': { description: '', ${json(namedVisit)} }, ${none} } }`,
  ],
  [
    'lists by one of few values, of which one is a part of another one',
    `
/bolts:
  get:
    operationId: listBolts
    parameters: [${ofSide}, { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 100 } }]
    responses: { ${listOf(bolt)}, '400': { description: '' } }
  post:
    operationId: addBolt
    requestBody:
      required: true
      ${json('{ type: object, required: [side], properties: { side: { type: string, enum: [male, female] } } }')}
    responses: { '201': { description: '', ${json(bolt)} }, '400': { description: '' } }
/bolts/{id}:
  ${inPath('id', uuid)}
  get: { operationId: readBolt, responses: { '200': { description: '', ${json(bolt)} }, ${none} } }`,
  ],
  [
    'lists of all, and of those of a place, that have a property for them',
    `
/flares:
  get: { operationId: listFlares, responses: { '200': { description: '', ${json(flares)} } } }
/flares/{place}:
  ${inPath('place', text)}
  get: { operationId: listFlaresOfPlace, responses: { '200': { description: '', ${json(sameFlares)} }, ${none} } }`,
  ],
  [
    'lists at a place where one thing of them is replaced, where default documents each success',
    `
/signs/{kind}/{owner}:
  parameters: [${ofRail}]
  get:
    operationId: listSigns
    responses: { default: { description: '', ${json(`{ type: array, items: ${visit} }`)} } }
  put:
    operationId: changeSign
    requestBody: { required: true, ${json(visit)} }
    responses: { default: { description: '', ${json(visit)} } }`,
  ],
  [
    'changes that include what is made along with them',
    `
/kites:
  get: { operationId: listKites, responses: { '200': { description: '', ${json(kitePage)} } } }
/kites/{id}:
  ${inPath('id', text)}
  get: { operationId: readKite, responses: { '200': { description: '', ${json(heldKite)} }, ${none} } }
  patch:
    operationId: changeKite
    requestBody: { required: true, ${json(sentKite)} }
    responses: { '200': { description: '', ${json(heldKite)} }, '400': { description: '' }, ${none} }`,
  ],
  [
    'things in a property that has their identifier in requests as well',
    `
/apps/{id}:
  ${inPath('id', text)}
  get: { operationId: readApp, responses: { '200': { description: '', ${json(heldApp)} }, ${none} } }
  patch:
    operationId: changeApp
    requestBody: { required: true, ${json(heldApp)} }
    responses: { '200': { description: '', ${json(heldApp)} }, '400': { description: '' }, ${none} }
/apps:
  get: { operationId: listApps, responses: { '200': { description: '', ${json(appPage)} } } }
  post:
    operationId: addApp
    requestBody: { required: true, ${json(heldApp)} }
    responses: { '201': { description: '', ${json(heldApp)} }, '400': { description: '' } }`,
  ],
  [
    'what is made at a path whose kind of owner its body says again, and all that default alone documents',
    `
/labels/{ownerType}:
  parameters: [{ name: ownerType, in: path, required: true, schema: { type: string, enum: [team, project] } }]
  get:
    operationId: listLabels
    responses: { default: { description: '', ${json(`{ type: array, items: ${ownedLabel} }`)} } }
  post:
    operationId: addLabel
    requestBody: { required: true, ${json(ownedLabel)} }
    responses: { default: { description: '', ${json(ownedLabel)} } }
/labels/{ownerType}/{labelId}:
  parameters:
    - { name: ownerType, in: path, required: true, schema: { type: string, enum: [team, project] } }
    - { name: labelId, in: path, required: true, schema: { type: string } }
  get: { operationId: readLabel, responses: { default: { description: '', ${json(ownedLabel)} } } }
  delete: { operationId: removeLabel, responses: { default: { description: '', content: { '*/*': {} } } } }
/badges/{ownerType}:
  parameters: [{ name: ownerType, in: path, required: true, schema: { type: string, enum: [account] } }]
  get: { operationId: readBadges, responses: { default: { description: '', ${json(text)} } } }`,
  ],
  [
    'what goes on in another protocol',
    `
/console:
  get:
    operationId: openConsole
    parameters: [{ name: from, in: query, schema: { type: [integer, 'null'], minimum: 0 } }]
    responses: { '101': { description: '' }, '4XX': { description: '' } }`,
  ],
  [
    'things in several media types, one of which is any',
    `
/coins:
  get:
    operationId: listCoins
    responses:
      '200':
        description: ''
        content:
          '*/*': { schema: { type: array, items: ${visit} } }
          application/vnd.mint+json: { schema: { type: array, items: ${hour} } }`,
  ],
  [
    'things at two paths that match alike, one for each value of the first parameter',
    `
/{old}/marks:
  ${inPath('old', '{ type: string, enum: [v1, v2] }')}
  post:
    operationId: addOldMark
    requestBody: { required: true, ${json(hour)} }
    responses: { '200': { description: '', ${json(hour)} }, '400': { description: '', ${json(hour)} } }
/{new}/marks:
  ${inPath('new', "{ type: string, pattern: '^v3$' }")}
  post:
    operationId: addNewMark
    requestBody: { required: true, ${json(visit)} }
    responses: { '200': { description: '', ${json(visit)} }, '400': { description: '', ${json(visit)} } }`,
  ],
  [
    'things that no list names, and of which 400 says that they are not there',
    `
/chores:
  get: { operationId: listChores, responses: { ${listOf(hour)} } }
/chores/{choreId}:
  ${inPath('choreId', number)}
  get:
    operationId: readChore
    responses: { '200': { description: '', ${json(`{ type: object, properties: { chore: ${member} } }`)} }, ${bad} }
/chores/{choreId}/do:
  ${inPath('choreId', number)}
  post:
    operationId: doChore
    requestBody: { required: true, ${json(`{ type: object, properties: { by: ${number}, on: ${text} } }`)} }
    responses: { '200': { description: '', ${json(`{ type: object, properties: { id: ${number} } }`)} }, ${bad} }`,
  ],
  [
    'things that are listed by their identifiers, and by that of a thing that may be shown as a whole',
    `
/barges:
  post:
    operationId: addBarge
    requestBody: { required: true, ${json(hour)} }
    responses: { '201': { description: '', ${json(wholeBarge)} }, ${bad} }
/barges/{bargeId}:
  ${inPath('bargeId', barge)}
  get: { operationId: readBarge, responses: { '200': { description: '', ${json(wholeBarge)} }, ${bad}, ${none} } }
/loads:
  get:
    operationId: listLoads
    parameters: [${ofIds}, { name: barge, in: query, schema: ${barge} }]
    responses: { ${listOf(load)}, ${bad} }
  post:
    operationId: addLoad
    requestBody: { required: true, ${json(newLoad)} }
    responses: { '201': { description: '', ${json(load)} }, ${bad}, '422': { description: '' } }`,
  ],
  [
    'things with a map that a change merges, which may be full',
    `
/loads:
  post:
    operationId: addLoad
    requestBody: { required: true, ${json(newBulk)} }
    responses: { '201': { description: '', ${json(anyBulk)} }, ${bad} }
/loads/{loadId}:
  ${inPath('loadId', uuid)}
  get: { operationId: readLoad, responses: { '200': { description: '', ${json(anyBulk)} }, ${none} } }
  patch:
    operationId: changeLoad
    requestBody: { required: true, ${json(changedBulk)} }
    responses: { '200': { description: '', ${json(anyBulk)} }, ${bad}, ${none} }`,
  ],
  [
    'things that each answer has in a list',
    `
/lots:
  get: { operationId: listLots, responses: { ${listOf('{}')} } }
  post:
    operationId: addLot
    requestBody: { required: true, ${json(hour)} }
    responses: { ${listOf(hour)}, '422': { description: '' } }
/lots/{id}:
  ${inPath('id', text)}
  get: { operationId: readLot, responses: { ${listOf(hour)}, '422': { description: '' } } }
  patch:
    operationId: changeLot
    requestBody: { required: true, ${json(hour)} }
    responses: { ${listOf(hour)}, '422': { description: '' } }`,
  ],
  [
    'one thing that is made, changed and removed at the same place',
    `
/rig:
  get: { operationId: readRig, responses: { '200': { description: '', ${json(rig)} }, ${bad}, ${none} } }
  post:
    operationId: addRig
    requestBody: { required: true, ${json(rig)} }
    responses: { '200': { description: '', ${json(rig)} }, ${bad} }
  put:
    operationId: putRig
    requestBody: { required: true, ${json(rig)} }
    responses: { '200': { description: '', ${json(rig)} }, ${bad}, ${none} }
  delete: { operationId: removeRig, responses: { '200': { description: '' }, ${bad}, ${none} } }`,
  ],
  [
    'things that some operations name in a list, and others one by one',
    `
/reels/{ids}:
  get:
    operationId: readReels
    parameters: [{ name: ids, in: path, required: true, schema: { type: array, items: ${text} } }]
    responses: { '200': { description: '', ${json(hour)} } }
  put:
    operationId: changeReels
    parameters: [{ name: ids, in: path, required: true, schema: { type: array, items: ${text} } }]
    responses: { '200': { description: '' }, ${bad} }
  delete:
    operationId: removeReel
    ${inPath('ids', text)}
    responses: { '200': { description: '' }, ${bad} }
/reels/{ids}/cut:
  post:
    operationId: cutReel
    ${inPath('ids', text)}
    responses: { '200': { description: '', ${json(hour)} }, ${bad} }`,
  ],
  [
    'things with numbers that PUT without a body may set, and that others look for',
    `
/tapes/{tapeId}/parts:
  get:
    operationId: listParts
    ${inPath('tapeId', number)}
    responses: { ${listOf(`{ type: object, required: [id], properties: { id: ${number}, name: ${text} } }`)}, ${none} }
/tapes/{tapeId}/parts/{partId}:
  put:
    operationId: dropPart
    parameters:
      - { name: tapeId, in: path, required: true, schema: ${number} }
      - { name: partId, in: path, required: true, schema: ${number} }
    responses: { '200': { description: '', ${json(hour)} }, ${bad}, ${none} }
/tapes/{tapeId}/parts/{partId}/move:
  put:
    operationId: movePart
    parameters:
      - { name: tapeId, in: path, required: true, schema: ${number} }
      - { name: partId, in: path, required: true, schema: ${number} }
    responses: { '200': { description: '', ${json(hour)} }, ${bad}, ${none} }`,
  ],
  [
    'a page of things, of which PUT makes one where they are listed',
    `
/stamps:
  get:
    operationId: listStamps
    parameters:
      - { name: page, in: query, schema: ${number} }
      - { name: size, in: query, schema: ${number} }
      - { name: tone, in: query, schema: { type: array, items: ${tone} } }
    responses: { '200': { description: '', ${json(stampPage)} }, ${bad} }
  put:
    operationId: putStamp
    requestBody: { required: true, ${json(stamp)} }
    responses: { '202': { description: '' }, ${bad} }
/stamps/{stampHash}:
  get:
    operationId: listMatches
    ${inPath('stampHash', text)}
    responses: { ${listOf(`{ type: object, required: [place], properties: { place: ${text} } }`)}, ${bad} }
/stamps/{stampHash}/drop:
  post:
    operationId: dropMatch
    ${inPath('stampHash', text)}
    requestBody: { required: true, ${json(`{ type: object, required: [place], properties: { place: ${text} } }`)} }
    responses: { '202': { description: '' }, ${bad} }`,
  ],
  [
    'things of which many are changed at once, with parts that are given an identifier',
    `
/wares:
  get: { operationId: listWares, responses: { ${listOf(ware)} } }
  post:
    operationId: addWare
    requestBody: { required: true, ${json(sentWare(''))} }
    responses: { '201': { description: '', ${json(ware)} }, ${bad} }
  put:
    operationId: changeWares
    requestBody: { required: true, ${json(`{ type: array, items: ${sentWare(`id: ${uuid}, `)} }`)} }
    responses: { '200': { description: '', ${json(`{ type: array, items: ${ware} }`)} }, ${bad} }
/wares/{id}:
  ${inPath('id', uuid)}
  get: { operationId: readWare, responses: { '200': { description: '', ${json(ware)} }, ${none} } }`,
  ],
  [
    'a list in an example that has one thing twice',
    `
/prints/{id}:
  ${inPath('id', uuid)}
  get: { operationId: readPrint, responses: { '200': { description: '', ${json(print)} }, ${none} } }
/prints:
  get: { operationId: listPrints, responses: { ${listOf(print)} } }
/prints/{id}/edits:
  ${inPath('id', uuid)}
  get: { operationId: readEdits, responses: { '200': { description: '', ${json(edits)} } } }
  put:
    operationId: putEdits
    requestBody: { required: true, ${json(`{ type: object, properties: { edits: { type: array, items: ${tone} } } }`)} }
    responses: { '200': { description: '', ${json(edits)} } }`,
  ],
  [
    'things whose names every object of JavaScript has',
    `
/valueOf:
  get: { operationId: valueOf, responses: { ${listOf(ofEach)} } }
  post:
    operationId: toString
    requestBody: { required: true, ${json(ofEach)} }
    responses: { '201': { description: '', ${json(ofEach)} }, ${bad} }
/valueOf/{constructor}:
  ${inPath('constructor', text)}
  get: { operationId: constructor, responses: { '200': { description: '', ${json(ofEach)} }, ${none} } }
  put:
    operationId: hasOwnProperty
    requestBody: { required: true, ${json(ofEach)} }
    responses: { '200': { description: '', ${json(ofEach)} }, ${bad}, ${none} }
  delete: { operationId: isPrototypeOf, responses: { '204': { description: '' }, ${none} } }`,
  ],
  [
    'things in an order that their lists alone describe',
    `
/spools:
  get:
    operationId: listSpools
    description: Sorted by name.
    responses: { ${listOf(spool)} }
  post:
    operationId: addSpool
    requestBody: { required: true, ${json(spool)} }
    responses: { '201': { description: '', ${json(spool)} }, ${bad} }
/winders:
  get:
    operationId: listWinders
    description: Oldest first.
    responses: { ${listOf(spool)} }
  post:
    operationId: addWinder
    requestBody: { required: true, ${json(spool)} }
    responses: { '201': { description: '', ${json(spool)} }, ${bad} }`,
  ],
  [
    'things that count what refers to them',
    `
/racks:
  post:
    operationId: addRack
    requestBody: { required: true, ${json(rack)} }
    responses: { '201': { description: '', ${json(countingRack)} }, ${bad} }
/racks/{id}:
  ${inPath('id', number)}
  get: { operationId: readRack, responses: { '200': { description: '', ${json(countingRack)} }, ${none} } }
/spools:
  post:
    operationId: addSpool
    requestBody: { required: true, ${json(rackedSpool)} }
    responses: { '201': { description: '', ${json(rackedSpool)} }, ${bad} }
/spools/{id}:
  ${inPath('id', number)}
  get: { operationId: readSpool, responses: { '200': { description: '', ${json(rackedSpool)} }, ${none} } }
  delete: { operationId: removeSpool, responses: { ${done}, ${none} } }`,
  ],
  [
    'a change whose success is not documented, and a list of lists',
    `
/spools:
  post:
    operationId: addSpool
    requestBody: { required: true, ${json(spool)} }
    responses: { '201': { description: '', ${json(spool)} }, ${bad} }
  put:
    operationId: changeSpool
    requestBody: { required: true, ${json(spool)} }
    responses: { ${bad}, ${none} }
  get: { operationId: listSpools, responses: { ${listOf(`{ type: array, items: ${spool} }`)} } }
/spools/{id}:
  ${inPath('id', number)}
  get: { operationId: readSpool, responses: { '200': { description: '', ${json(spool)} }, ${none} } }`,
  ],
  [
    'things that query parameters change',
    `
/spools:
  post:
    operationId: addSpool
    requestBody: { required: true, ${json(spool)} }
    responses: { '201': { description: '', ${json(spool)} }, ${bad} }
/spools/{id}:
  ${inPath('id', number)}
  get: { operationId: readSpool, responses: { '200': { description: '', ${json(spool)} }, ${none} } }
  post:
    operationId: updateSpool
    parameters: [{ name: name, in: query, schema: ${text} }]
    responses: { '200': { description: '', ${json(spool)} }, ${bad}, ${none} }`,
  ],
  [
    'things of which a list requires more than their creation',
    `
/rigs:
  get: { operationId: listRigs, responses: { ${listOf(wholeRig)} } }
  post:
    operationId: addRig
    requestBody: { required: true, ${json(newRig)} }
    responses: { '201': { description: '', ${json(madeRig)} }, ${bad} }`,
  ],
  [
    'things that show what is made beneath them',
    `
/shelves:
  post:
    operationId: addShelf
    requestBody: { required: true, ${json(newShelf)} }
    responses: { '201': { description: '', ${json(filledShelf)} }, ${bad} }
/shelves/{shelfId}:
  ${inPath('shelfId', uuid)}
  get: { operationId: readShelf, responses: { '200': { description: '', ${json(filledShelf)} }, ${none} } }
/shelves/{shelfId}/books:
  ${inPath('shelfId', uuid)}
  post:
    operationId: addBook
    requestBody: { required: true, ${json(newBook)} }
    responses: { '201': { description: '', ${json(book)} }, ${bad}, ${none} }
/shelves/{shelfId}/books/{bookId}:
  parameters:
    - { name: shelfId, in: path, required: true, schema: ${uuid} }
    - { name: bookId, in: path, required: true, schema: ${uuid} }
  get: { operationId: readBook, responses: { '200': { description: '', ${json(book)} }, ${none} } }
  patch:
    operationId: changeBook
    requestBody: { required: true, ${json(newBook)} }
    responses: { '200': { description: '', ${json(book)} }, ${bad}, ${none} }
  delete: { operationId: removeBook, responses: { '204': { description: '' }, ${none} } }`,
    ofShelves,
  ],
  [
    'things whose numbers bound what is sent about them',
    `
/lots:
  post:
    operationId: addLot
    requestBody: { required: true, ${json(newShelf)} }
    responses: { '201': { description: '', ${json(lotOfPrice)} }, ${bad} }
/lots/{lotId}:
  ${inPath('lotId', uuid)}
  get: { operationId: readLot, responses: { '200': { description: '', ${json(lotOfPrice)} }, ${none} } }
/lots/{lotId}/bids:
  ${inPath('lotId', uuid)}
  post:
    operationId: addBid
    description: A bid must be higher than the current price.
    requestBody: { required: true, ${json(offer)} }
    responses: { '201': { description: '', ${json(madeOffer)} }, ${bad}, ${none}, '409': { description: '' } }
/lots/{lotId}/payments:
  ${inPath('lotId', uuid)}
  post:
    operationId: addPayment
    description: The amount must not exceed the debt.
    requestBody: { required: true, ${json(offer)} }
    responses: { '201': { description: '', ${json(madeOffer)} }, ${bad}, ${none}, '409': { description: '' } }`,
  ],
  [
    'logins, whose tokens are taken, show an account, have a role and are ended',
    `
/accounts:
  post:
    operationId: signUp
    security: []
    requestBody: { required: true, ${json(newAccount)} }
    responses: { '201': { description: '', ${json(account)} }, ${bad} }
/login:
  post:
    operationId: logIn
    security: []
    requestBody: { required: true, ${json(entry)} }
    responses: { '200': { description: '', ${json(givenToken)} }, ${bad}, ${unknown} }
/me:
  get: { operationId: readMe, responses: { '200': { description: '', ${json(account)} }, ${unknown} } }
/rigs:
  get:
    operationId: countRigs
    description: (keepers only)
    responses: { '200': { description: '', ${json(number)} }, ${unknown}, '403': { description: '' } }
/logout:
  post: { operationId: logOut, description: Ends the session., responses: { ${done}, ${unknown} } }`,
    byToken,
  ],
])('a stub of %s is verified as a server of it', async (_, paths, others) => {
  expect(await verified(withoutWorkflows(descriptionOf(paths, others)))).toEqual([[], []]);
});
