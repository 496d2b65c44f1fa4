import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { projectFolder } from '../../cli/project.ts';
import { readContract } from '../../openapi/read-contract.ts';
import { catalogueOf } from '../../requirements/catalogue.ts';
import { contractOf, fixture } from '../../test/contracts.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { specificationOf } from '../../verify/specification.ts';
import { sampleContracts } from '../sample-contracts/contracts.ts';
import { type ContractMutant, contractMutants } from './contract-mutants.ts';

const harbour = `openapi: 3.1.0
info: { title: Harbour, version: 1.0.0 }
servers:
  - url: https://harbour.example/v1
security:
  - key: []
  - badge: [read, write]
x-rate-limit-plans:
  small:
    requestsPerMinute: 10 # agreed in May
paths:
  /ships:
    get:
      operationId: listShips
      parameters:
        - name: limit
          in: query
          schema: { type: integer, minimum: 1, maximum: 9007199254740993, default: 20 }
        - in: header
          name: X-Berth
          required: true
          schema:
            type: [string, 'null']
            enum: [north, south]
      responses:
        '200':
          description: Ships.
          headers:
            X-Total:
              required: true
              schema: { type: integer, multipleOf: 2 }

            # How many there are still.
            X-Left: { schema: { type: integer } }
          content:
            application/json:
              schema:
                type: array
                items: { $ref: '#/components/schemas/Ship' }
        default:
          $ref: '#/components/responses/Refused'
    post:
      operationId: addShip
      security: []
      requestBody:
        required: true
        content:
          application/json: { schema: { $ref: '#/components/schemas/Ship' } }
          text/csv: {}
      responses:
        '201':
          description: Added.
          links:
            read: { operationId: getShip, parameters: { shipId: $response.body#/id } }
        default:
          $ref: '#/components/responses/Gone'
  /ships/{shipId}:
    get:
      operationId: getShip
      deprecated: true
      x-deprecated-since: '2026-12-31'
      x-quiet: false
      x-replacement: listShips
      x-note: Ask the harbour master.
      parameters:
        - { name: shipId, in: path, required: true, schema: { type: string, format: uuid, pattern: ^s } }
      responses:
        4XX: { description: Refused. }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    badge: { type: http, scheme: bearer }
  responses:
    Refused: { description: Refused., content: { application/json: { schema: { $ref: '#/components/schemas/Crew' } } } }
    Gone: { description: Gone. }
  schemas:
    Ship:
      type: object
      required: [id, flag]
      additionalProperties: false
      properties:
        id: { type: string, readOnly: true }
        flag: { const: red }
        crew:
          $ref: '#/components/schemas/Crew'
    Crew:
      type: object
      required:
        - captain
      properties:
        captain: { type: string, minLength: 0, maxLength: 40 }
        cargo:
          discriminator: { propertyName: kind, mapping: { grain: '#/components/schemas/Ship' } }
          oneOf: [{ type: object }, { type: string }]
`;

const workflows = `arazzo: 1.0.1
info: { title: Workflows, version: 1.0.0 }
sourceDescriptions: [{ name: harbour, url: openapi.yaml, type: openapi }]
workflows:
  - workflowId: kept
    summary: A ship is listed.
    steps:
      - stepId: list
        operationId: listShips
        successCriteria:
          - { condition: $statusCode == 200 }
          - context: $response.header.X-Total
            type: regex
            condition: '^[0-9]+$'
          - { context: $response.body, type: jsonpath, condition: '$[?@.flag != "red == blue" && length(@) > 2]' }
      - stepId: again
        workflowId: called
  - workflowId: called
    summary: Another list.
    steps:
      - stepId: list
        operationId: listShips
        successCriteria: [{ condition: $statusCode < 300 }]
`;

function mutantsOf(text: string, workflowsText?: string): ContractMutant[] {
  const contract = contractOf(text);
  if (workflowsText !== undefined) writeFileSync(join(dirname(contract.file), 'rules.arazzo.yaml'), workflowsText);
  return contractMutants(specificationOf(contract));
}

/** The lines that are not the same, without their indentation, and the line that the mutant names. */
function changeOf({ text, location }: ContractMutant): { gone: string[]; come: string[]; names: string | undefined } {
  const [olds, nows] = [readFileSync(location.file, 'utf8').split('\n'), text.split('\n')];
  const left = [...nows];
  const gone = olds.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return {
    gone: gone.map((one) => one.trim()),
    come: left.map((one) => one.trim()),
    names: nows[location.line - 1]?.trim(),
  };
}

const found = mutantsOf(harbour, workflows);
const named = (id: string) =>
  found.find((mutant) => mutant.id.startsWith(id) && mutant.id.length - id.length < 3) ??
  found.find((mutant) => mutant.id.endsWith(id));

describe('one requirement is changed, and every other byte is as it was', () => {
  test.each<[what: string, gone: string[], come: string[]]>([
    // Schemas
    [
      'minimum 1 becomes 0',
      ['schema: { type: integer, minimum: 1, maximum: 9007199254740993, default: 20 }'],
      ['schema: { type: integer, minimum: 0, maximum: 9007199254740993, default: 20 }'],
    ],
    [
      'maximum 9007199254740993 becomes 9007199254740994',
      ['schema: { type: integer, minimum: 1, maximum: 9007199254740993, default: 20 }'],
      ['schema: { type: integer, minimum: 1, maximum: 9007199254740994, default: 20 }'],
    ],
    [
      'default 20 is removed',
      ['schema: { type: integer, minimum: 1, maximum: 9007199254740993, default: 20 }'],
      ['schema: { type: integer, minimum: 1, maximum: 9007199254740993 }'],
    ],
    [
      'multipleOf 2 becomes 3',
      ['schema: { type: integer, multipleOf: 2 }'],
      ['schema: { type: integer, multipleOf: 3 }'],
    ],
    ['enum loses "north"', ['enum: [north, south]'], ['enum: [south]']],
    ['enum loses "south"', ['enum: [north, south]'], ['enum: [north]']],
    ['enum gets "northOther"', ['enum: [north, south]'], ['enum: [north, south, northOther]']],
    ['type loses "null"', ["type: [string, 'null']"], ['type: [string]']],
    [
      '/paths/~1ships/get/responses/200/headers/X-Total/schema/type: type integer gets "null"',
      ['schema: { type: integer, multipleOf: 2 }'],
      ["schema: { type: [ integer, 'null' ], multipleOf: 2 }"],
    ],
    [
      '/paths/~1ships/get/responses/200/content/application~1json/schema/type: type array becomes object',
      ['type: array'],
      ['type: object'],
    ],
    [
      'format uuid is removed',
      ['- { name: shipId, in: path, required: true, schema: { type: string, format: uuid, pattern: ^s } }'],
      ['- { name: shipId, in: path, required: true, schema: { type: string, pattern: ^s } }'],
    ],
    [
      'pattern ^s becomes ^~s',
      ['- { name: shipId, in: path, required: true, schema: { type: string, format: uuid, pattern: ^s } }'],
      ['- { name: shipId, in: path, required: true, schema: { type: string, format: uuid, pattern: ^~s } }'],
    ],
    ['const red becomes redOther', ['flag: { const: red }'], ['flag: { const: redOther }']],
    [
      'readOnly true becomes false',
      ['id: { type: string, readOnly: true }'],
      ['id: { type: string, readOnly: false }'],
    ],
    [
      'minLength 0 becomes 1',
      ['captain: { type: string, minLength: 0, maxLength: 40 }'],
      ['captain: { type: string, minLength: 1, maxLength: 40 }'],
    ],
    ['oneOf loses its 1. schema', ['oneOf: [{ type: object }, { type: string }]'], ['oneOf: [{ type: string }]']],
    [
      'mapping of grain is removed',
      ["discriminator: { propertyName: kind, mapping: { grain: '#/components/schemas/Ship' } }"],
      ['discriminator: { propertyName: kind, mapping: {  } }'],
    ],
    [
      '/paths/~1ships/get/responses/200/content/application~1json/schema/items: Ship becomes Crew',
      ["items: { $ref: '#/components/schemas/Ship' }"],
      ["items: { $ref: '#/components/schemas/Crew' }"],
    ],
    // Properties
    ['required loses id', ['required: [id, flag]'], ['required: [flag]']],
    ['required loses captain', ['required:', '- captain'], []],
    ['required gets crew', ['required: [id, flag]'], ['required: [id, flag, crew]']],
    ['required gets cargo', [], ['- cargo']],
    [
      'property id becomes idOther',
      ['required: [id, flag]', 'id: { type: string, readOnly: true }'],
      ['required: [idOther, flag]', 'idOther: { type: string, readOnly: true }'],
    ],
    ['additionalProperties false becomes true', ['additionalProperties: false'], ['additionalProperties: true']],
    ['additionalProperties false is added', [], ['additionalProperties: false']],
    // Parameters
    [
      '/paths/~1ships/get/parameters/0/required: required true is added',
      ['- name: limit'],
      ['- required: true', 'name: limit'],
    ],
    ['/paths/~1ships/get/parameters/1/required: required true becomes false', ['required: true'], ['required: false']],
    ['name X-Berth becomes X-Berth-Other', ['name: X-Berth'], ['name: X-Berth-Other']],
    ['in header becomes query', ['- in: header'], ['- in: query']],
    [
      'parameter limit is removed',
      ['- name: limit', 'in: query', 'schema: { type: integer, minimum: 1, maximum: 9007199254740993, default: 20 }'],
      [],
    ],
    [
      'path parameter shipId becomes shipIdOther',
      [
        '/ships/{shipId}:',
        '- { name: shipId, in: path, required: true, schema: { type: string, format: uuid, pattern: ^s } }',
      ],
      [
        '/ships/{shipIdOther}:',
        '- { name: shipIdOther, in: path, required: true, schema: { type: string, format: uuid, pattern: ^s } }',
      ],
    ],
    // Bodies
    ['/paths/~1ships/post/requestBody/required: required true becomes false', ['required: true'], ['required: false']],
    [
      'media type application/json becomes application/vnd.other+json',
      ['application/json:'],
      ['application/vnd.other+json:'],
    ],
    ['media type text/csv is removed', ['text/csv: {}'], []],
    // Responses
    ['response 200 becomes 201', ["'200':"], ["'201':"]],
    ['response 4XX becomes 5XX', ['4XX: { description: Refused. }'], ['5XX: { description: Refused. }']],
    ['response 4XX is removed', ['4XX: { description: Refused. }'], ['{}']],
    [
      '/paths/~1ships/get/responses/default: Refused becomes Gone',
      ["$ref: '#/components/responses/Refused'"],
      ["$ref: '#/components/responses/Gone'"],
    ],
    ['header X-Total is removed', ['X-Total:', 'required: true', 'schema: { type: integer, multipleOf: 2 }'], []],
    ['header X-Left is removed', ['X-Left: { schema: { type: integer } }'], []],
    ['X-Total/required: required true becomes false', ['required: true'], ['required: false']],
    ['link read is removed', ['read: { operationId: getShip, parameters: { shipId: $response.body#/id } }'], ['{}']],
    [
      'operationId getShip becomes getShipOther',
      ['read: { operationId: getShip, parameters: { shipId: $response.body#/id } }'],
      ['read: { operationId: getShipOther, parameters: { shipId: $response.body#/id } }'],
    ],
    // Operations
    ['path /ships becomes /other-ships', ['/ships:'], ['/other-ships:']],
    ['path /ships/{shipId} becomes /other-ships/{shipId}', ['/ships/{shipId}:'], ['/other-ships/{shipId}:']],
    ['method post becomes put', ['post:'], ['put:']],
    ['deprecated true is removed', ['deprecated: true'], []],
    ['/paths/~1ships/get/deprecated: deprecated true is added', [], ['deprecated: true']],
    ['/paths/~1ships/get/security: security [] is added', [], ['security: []']],
    ['/paths/~1ships/post/security: security is removed', ['security: []'], []],
    ['security of all operations is removed', ['security:', '- key: []', '- badge: [read, write]'], []],
    ['security loses key', ['- key: []'], []],
    ['scope write is removed', ['- badge: [read, write]'], ['- badge: [read]']],
    [
      'scheme bearer becomes basic',
      ['badge: { type: http, scheme: bearer }'],
      ['badge: { type: http, scheme: basic }'],
    ],
    [
      'name X-Key becomes X-KeyOther',
      ['key: { type: apiKey, in: header, name: X-Key }'],
      ['key: { type: apiKey, in: header, name: X-KeyOther }'],
    ],
    [
      'url https://harbour.example/v1 becomes https://harbour.example/v1/other',
      ['- url: https://harbour.example/v1'],
      ['- url: https://harbour.example/v1/other'],
    ],
    // Extensions
    [
      'requestsPerMinute 10 becomes 11',
      ['requestsPerMinute: 10 # agreed in May'],
      ['requestsPerMinute: 11 # agreed in May'],
    ],
    [
      'x-deprecated-since 2026-12-31 becomes 2027-01-01',
      ["x-deprecated-since: '2026-12-31'"],
      ["x-deprecated-since: '2027-01-01'"],
    ],
    ['x-quiet false becomes true', ['x-quiet: false'], ['x-quiet: true']],
    ['x-replacement listShips becomes listShipsOther', ['x-replacement: listShips'], ['x-replacement: listShipsOther']],
    ['x-note is removed', ['x-note: Ask the harbour master.'], []],
    // Workflows
    [
      '/workflows/0/steps/0/successCriteria/0/condition: == becomes != in a criterion of step list',
      ['- { condition: $statusCode == 200 }'],
      ['- { condition: $statusCode != 200 }'],
    ],
    [
      '200 becomes 201 in a criterion of step list',
      ['- { condition: $statusCode == 200 }'],
      ['- { condition: $statusCode == 201 }'],
    ],
    ['^[0-9]+$ becomes anything in a criterion of step list', ["condition: '^[0-9]+$'"], ["condition: '.*'"]],
    [
      '/workflows/0/steps/0/successCriteria/2/condition: != becomes == in a criterion of step list',
      [`- { context: $response.body, type: jsonpath, condition: '$[?@.flag != "red == blue" && length(@) > 2]' }`],
      [`- { context: $response.body, type: jsonpath, condition: '$[?@.flag == "red == blue" && length(@) > 2]' }`],
    ],
    [
      '"red == blue" becomes "red == blueOther" in a criterion of step list',
      [`- { context: $response.body, type: jsonpath, condition: '$[?@.flag != "red == blue" && length(@) > 2]' }`],
      [`- { context: $response.body, type: jsonpath, condition: '$[?@.flag != "red == blueOther" && length(@) > 2]' }`],
    ],
    [
      '< becomes >= in a criterion of step list',
      ['successCriteria: [{ condition: $statusCode < 300 }]'],
      ['successCriteria: [{ condition: $statusCode >= 300 }]'],
    ],
    [
      '/workflows/0/steps/0/successCriteria/1: criterion of step list is removed',
      ['- context: $response.header.X-Total', 'type: regex', "condition: '^[0-9]+$'"],
      [],
    ],
    ['step again is removed', ['- stepId: again', 'workflowId: called'], []],
    [
      '/workflows/1/steps/0: step list is removed',
      ['- stepId: list', 'operationId: listShips', 'successCriteria: [{ condition: $statusCode < 300 }]'],
      ['[]'],
    ],
    [
      'workflow called is removed',
      [
        '- workflowId: called',
        'summary: Another list.',
        'steps:',
        '- stepId: list',
        'operationId: listShips',
        'successCriteria: [{ condition: $statusCode < 300 }]',
      ],
      [],
    ],
  ])('%s', (id, gone, come) => {
    const mutant = named(id);
    expect(mutant?.id).toBeDefined();
    if (mutant !== undefined) expect(changeOf(mutant)).toMatchObject({ gone, come });
  });
});

test('each is reported with the line that is changed', () => {
  for (const id of [
    'minimum 1 becomes 0',
    'enum gets "northOther"',
    'path parameter shipId becomes shipIdOther',
    'required gets cargo',
    'response 4XX becomes 5XX',
  ]) {
    const mutant = named(id);
    const { come, names } = mutant === undefined ? { come: [], names: '' } : changeOf(mutant);
    expect({ id, names }).toEqual({ id, names: come.at(-1) });
  }
  // Of what is gone, the line that has come in its place, and the one where it stood.
  const gone = named('header X-Total is removed');
  expect(gone && changeOf(gone).names).toBe('');
  expect(gone && harbour.split('\n')[gone.location.line - 1]?.trim()).toBe('X-Total:');
});

test('none is prose, and each is another document', () => {
  expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
  expect(new Set(found.map(({ text }) => text)).size).toBe(found.length);
  expect(
    found.filter(({ pointer }) => /\/(description|title|summary|example|examples|tags)(\/|$)/.test(pointer)),
  ).toEqual([]);
  expect(found.filter(({ text }) => parseDocument(text).errors.length > 0).map(({ id }) => id)).toEqual([]);
});

describe('it names the requirements that it is about', () => {
  test.each<[id: string, requirements: string[]]>([
    ['minimum 1 becomes 0', ['listShips.parameters.query.limit.minimum']],
    [
      '/paths/~1ships/get/parameters/1/required: required true becomes false',
      ['listShips.parameters.header.X-Berth.required'],
    ],
    ['X-Total/required: required true becomes false', ['listShips.responses.200.headers.X-Total.present']],
    ['multipleOf 2 becomes 3', ['listShips.responses.200.headers.X-Total.schema']],
    ['required loses flag', ['listShips.responses.200.body[].flag.required', 'addShip.requestBody.flag.required']],
    [
      '/paths/~1ships/get/security: security [] is added',
      expect.arrayContaining(['listShips.security.none']) as string[],
    ],
    ['response 200 becomes 201', ['listShips.responses.200', 'listShips.responses.undocumented']],
    ['< becomes >= in a criterion of step list', ['workflows.kept']],
  ])('%s', (id, requirements) => {
    expect(named(id)?.requirementIds).toEqual(requirements);
  });
});

test('a file in JSON stays one', () => {
  const document: unknown = parseDocument(harbour).toJS();
  const folder = temporaryFolder({ 'openapi.json': JSON.stringify(document, null, 2) });
  const file = join(folder, 'openapi.json');
  const contract = { ...contractOf(harbour), file };
  const mutants = contractMutants(specificationOf(contract));
  expect(mutants.length).toBeGreaterThan(100);
  expect(mutants.filter(({ text }) => !isJson(text)).map(({ id }) => id)).toEqual([]);
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('parts of other files are changed there', async () => {
  const mutants = contractMutants(specificationOf(await readContract(fixture('library.yaml'))));
  const others = mutants.filter(({ location }) => basename(location.file) === 'library-book.yaml');
  expect(others.length).toBeGreaterThan(10);
  for (const { text, location } of others) expect(text).not.toBe(readFileSync(location.file, 'utf8'));
  expect(others.every(({ requirementIds }) => requirementIds.length > 0)).toBe(true);
});

describe('a path parameter has another name wherever it stands', () => {
  const get = "get: { responses: { '200': { description: Found. } } }";
  const head = 'openapi: 3.1.0\ninfo: { title: Harbour, version: 1.0.0 }\npaths:\n';
  const declared = 'name: ship, in: path, required: true, schema: { type: string }';
  const shared = `  /ships/{ship}:
    parameters: [{ $ref: '#/components/parameters/Ship' }]
    ${get}
  /crews/{ship}:
    parameters: [{ $ref: '#/components/parameters/Ship' }]
    ${get}
components:
  parameters:
    Ship: { ${declared} }
`;

  test('in the paths that share it', () => {
    const renamed = mutantsOf(head + shared).filter(({ what }) => what.startsWith('path parameter'));
    expect(renamed.map(changeOf)).toEqual([
      {
        gone: ['/ships/{ship}:', '/crews/{ship}:', `Ship: { ${declared} }`],
        come: ['/ships/{shipOther}:', '/crews/{shipOther}:', `Ship: { ${declared.replace('ship', 'shipOther')} }`],
        names: `Ship: { ${declared.replace('ship', 'shipOther')} }`,
      },
    ]);
  });

  test('but not in two files at once', async () => {
    const folder = temporaryFolder({
      'openapi.yaml': `${head}  /ships/{ship}:\n    $ref: ship.yaml\n`,
      'ship.yaml': `parameters: [{ ${declared} }]\n${get}\n`,
    });
    const mutants = contractMutants(specificationOf(await readContract(join(folder, 'openapi.yaml'))));
    expect(mutants.map(({ what }) => what)).toContain('path /ships/{ship} becomes /other-ships/{ship}');
    expect(mutants.filter(({ what }) => what.startsWith('path parameter'))).toEqual([]);
  });
});

describe('every requirement has a mutant', () => {
  const oneFile = [fixture('weather.yaml'), ...sampleContracts.map(({ document }) => document)].map(
    (file) => [basename(file), async () => contractOf(readFileSync(file, 'utf8'))] as const,
  );
  const others = [join(projectFolder, 'spec/openapi.yaml'), fixture('library.yaml')].map(
    (file) => [basename(file), () => readContract(file)] as const,
  );
  test.each([...oneFile, ...others])('%s', async (_, read) => {
    const specification = specificationOf(await read());
    const reached = new Set(contractMutants(specification).flatMap(({ requirementIds }) => requirementIds));
    expect(
      catalogueOf(specification, 'server')
        .map(({ id }) => id)
        .filter((id) => !reached.has(id)),
    ).toEqual([]);
  });
});
