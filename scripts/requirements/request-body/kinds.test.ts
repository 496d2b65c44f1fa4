import { describe, expect, test } from 'vitest';
import { operationIn } from '../../test/contracts.ts';
import { catalogueOf } from '../catalogue.ts';
import { RequestCheck } from '../request/request-check.ts';
import type { Requirement } from '../requirement.ts';
import { requestBodyKinds } from './kinds.ts';
import { description, specification } from './test/tools.ts';

const sides = ['server', 'client'] as const;
const catalogue = sides.map((side) => ({ side, of: catalogueOf(specification, side) }));
const both = 'server and client';

function found(id: string): { requirement: Requirement; bound: string } {
  const own = catalogue.flatMap(({ side, of }) => of.filter((one) => one.id === id).map((one) => ({ side, one })));
  const [first] = own;
  if (first === undefined) throw new Error(`There is no requirement ${id}.`);
  return { requirement: first.one, bound: own.map(({ side }) => side).join(' and ') };
}

const part = '{operationId}.requestBody{path}';
const whole = '{operationId}.requestBody';
const listed: readonly [kind: string, id: string, bound: string, statement: string][] = [
  [`${whole}.none`, 'listTools.requestBody.none', 'client', 'There must be no body.'],
  [`${whole}.given`, 'addTool.requestBody.given', both, 'There must be a body.'],
  [
    `${whole}.contentType`,
    'addTool.requestBody.contentType',
    both,
    'The body must be application/json or application/x-www-form-urlencoded.',
  ],
  [`${whole}.contentType`, 'addLabel.requestBody.contentType', both, 'The body must be text/plain.'],
  [
    `${whole}.content.{mediaType}`,
    'addTool.requestBody.content.application/x-www-form-urlencoded',
    both,
    'The body may be application/x-www-form-urlencoded.',
  ],
  [`${whole}.wellFormed`, 'addTool.requestBody.wellFormed', both, 'The body must be well-formed.'],
  [`${whole}.escapes`, 'addTool.requestBody.escapes', both, 'The JSON may be written with escapes and blanks.'],
  [
    `${whole}.shape`,
    'addTool.requestBody.shape',
    both,
    'The body must be the bare object: of the described type, and in no envelope.',
  ],
  [`${whole}.schema`, 'addTool.requestBody.schema', 'client', 'The body must be as its schema says.'],
  [
    `${whole}.any`,
    'addTool.requestBody.any',
    both,
    'Any body that its schema allows must be accepted, and kept as it is.',
  ],
  [`${whole}.all`, 'addTool.requestBody.all', both, 'A body may have every property.'],
  [`${whole}.required`, 'addTool.requestBody.required', both, 'A body may have its required properties alone.'],
  [`${part}.required`, 'addTool.requestBody.name.required', both, 'name must be given.'],
  [`${part}.required`, 'addTool.requestBody.maker.city.required', both, 'maker.city must be given.'],
  [`${part}.optional`, 'addTool.requestBody.note.optional', both, 'note may be left out.'],
  [`${part}.minimal`, 'addTool.requestBody.maker.minimal', both, 'maker may have its required properties alone.'],
  [`${part}.surplus`, 'addTool.requestBody.surplus', both, 'The body must have no undescribed property.'],
  [`${part}.readOnly`, 'addTool.requestBody.id.readOnly', both, 'id is set by the server alone.'],
  [`${part}.discriminator`, 'addPart.requestBody.type.discriminator', both, 'type must name one of the alternatives.'],
  [`${part}.null`, 'addTool.requestBody.note.null', both, 'note may be null.'],
  [`${part}.null`, 'addTool.requestBody.null', both, 'The body must not be null.'],
  [`${part}.{keyword}`, 'addTool.requestBody.weight.minimum', both, 'weight must be at least 1.'],
  [`${part}.{keyword}`, 'addTool.requestBody.tags[].pattern', both, 'tags[] must match ^[a-z]{2,5}$.'],
  [`${part}.{keyword}`, 'addPart.requestBody(Screw).length.maximum', both, '(Screw).length must be at most 90.'],
  [`${part}.{keyword}`, 'addLabel.requestBody.minLength', both, 'The body must have at least 2 characters.'],
  [`${part}.range`, 'addTool.requestBody.code.range', both, 'code may be any integer that its schema allows.'],
  [`${part}.text`, 'addTool.requestBody.note.text', both, 'note may be any text that its schema allows.'],
  // Where no refusal is documented, the contract leaves open what a server makes of what it does not allow.
  [`${part}.required`, 'noteTools.requestBody.text.required', 'client', 'text must be given.'],
  [`${part}.readOnly`, 'noteTools.requestBody.id.readOnly', 'client', 'id is set by the server alone.'],
  [`${whole}.wellFormed`, 'noteTools.requestBody.wellFormed', 'client', 'The body must be well-formed.'],
];

describe('what is required', () => {
  test.each(listed)('%s: %s binds %s', (kind, id, bound, statement) => {
    const { requirement, bound: own } = found(id);
    expect([requirement.kind, own, requirement.statement, requirement.section]).toEqual([
      kind,
      bound,
      statement,
      'Request body',
    ]);
    expect(requirement.location.line).toBeGreaterThan(0);
  });

  test('every kind is in the table', () =>
    expect(new Set(listed.map(([kind]) => kind))).toEqual(new Set(requestBodyKinds.map(({ id }) => id))));

  test.each([
    'noteTools.requestBody.given',
    'addTool.requestBody.type',
    'addTool.requestBody.id.required',
    'addTool.requestBody.id.type',
    'addTool.requestBody.minimal',
    'addTool.requestBody.none',
    'addLabel.requestBody.wellFormed',
    'addLabel.requestBody.shape',
    'listTools.requestBody.given',
  ])('%s is none', (id) => expect(() => found(id)).toThrow('There is no requirement'));
});

const tool = { name: 'Ann', weight: 5 };
const check = new RequestCheck(specification);
/** A body that is sent as it is, with its media type. */
const raw = (text: string, type = 'application/json') => ({ text, type });

/** What a request to the operation of a requirement shows of it: `kept`, what violates it, or `not shown`. */
function shown(id: string, sent: unknown): string {
  const { method, path } = operationIn(description, found(id).requirement.operationId ?? '');
  const { text, type } = isRaw(sent) ? sent : raw(JSON.stringify(sent));
  const headers = [['Content-Type', type]] as const;
  const body = sent === undefined ? null : Buffer.from(text);
  const { kept, violations } = check.check({ method, target: path, headers, body });
  const violation = violations.find(({ requirementId }) => requirementId === id);
  return violation?.received ?? (kept.includes(id) ? 'kept' : 'not shown');
}

function isRaw(sent: unknown): sent is ReturnType<typeof raw> {
  return typeof sent === 'object' && sent !== null && 'text' in sent && 'type' in sent;
}

describe('what a request shows', () => {
  test.each<[id: string, sent: unknown, result: string]>([
    ['listTools.requestBody.none', undefined, 'kept'],
    ['listTools.requestBody.none', {}, '2 bytes'],
    ['addTool.requestBody.given', tool, 'kept'],
    ['addTool.requestBody.given', undefined, 'no body'],
    ['addTool.requestBody.contentType', raw('{}', 'Application/JSON; charset=utf-8'), 'kept'],
    ['addTool.requestBody.contentType', raw('{}', 'text/json'), 'Content-Type: text/json'],
    ['addTool.requestBody.contentType', raw('{}', ''), 'no Content-Type'],
    ['addTool.requestBody.contentType', undefined, 'not shown'],
    ['addTool.requestBody.content.application/x-www-form-urlencoded', tool, 'not shown'],
    [
      'addTool.requestBody.content.application/x-www-form-urlencoded',
      raw('name=Ann&weight=5', 'application/x-www-form-urlencoded'),
      'kept',
    ],
    [
      'addTool.requestBody.content.application/x-www-form-urlencoded',
      raw('name=Ann', 'application/x-www-form-urlencoded'),
      'not shown',
    ],
    ['addTool.requestBody.wellFormed', raw('{'), 'not JSON: {'],
    ['addTool.requestBody.wellFormed', raw('{"name":"\\ud83e"}'), 'half a surrogate pair, which is no text'],
    ['addTool.requestBody.wellFormed', {}, 'kept'],
    ['addTool.requestBody.wellFormed', raw('{', 'text/json'), 'not shown'],
    ['addTool.requestBody.shape', [tool], JSON.stringify([tool])],
    ['addTool.requestBody.shape', {}, 'kept'],
    ['addTool.requestBody.schema', tool, 'kept'],
    ['addTool.requestBody.schema', { name: 'Ann' }, 'not shown'],
    ['addTool.requestBody.schema', undefined, 'not shown'],
    ['addTool.requestBody.any', tool, 'not shown'],
    ['addTool.requestBody.escapes', tool, 'not shown'],
    [
      'addTool.requestBody.all',
      { ...tool, kind: 'saw', note: null, code: 0, tags: [], maker: { city: 'Ulm' } },
      'kept',
    ],
    ['addTool.requestBody.all', tool, 'not shown'],
    ['addTool.requestBody.required', tool, 'kept'],
    ['addTool.requestBody.required', { ...tool, note: null }, 'not shown'],
    ['addTool.requestBody.name.required', tool, 'kept'],
    ['addTool.requestBody.name.required', { weight: 5 }, '{"weight":5}'],
    ['addTool.requestBody.maker.city.required', tool, 'not shown'],
    ['addTool.requestBody.maker.city.required', { ...tool, maker: {} }, '{}'],
    ['addTool.requestBody.note.optional', tool, 'kept'],
    ['addTool.requestBody.note.optional', { ...tool, note: '' }, 'not shown'],
    ['addTool.requestBody.maker.minimal', { ...tool, maker: { city: 'Ulm' } }, 'kept'],
    ['addTool.requestBody.maker.minimal', { ...tool, maker: { city: 'Ulm', since: '1' } }, 'not shown'],
    ['addTool.requestBody.surplus', tool, 'kept'],
    ['addTool.requestBody.surplus', { ...tool, more: 1 }, JSON.stringify({ ...tool, more: 1 })],
    ['addTool.requestBody.id.readOnly', tool, 'kept'],
    ['addTool.requestBody.id.readOnly', { ...tool, id: 7 }, 'id in the body'],
    ['addPart.requestBody.type.discriminator', { type: 'board' }, 'kept'],
    ['addPart.requestBody.type.discriminator', { type: 'nail' }, '"nail"'],
    ['addTool.requestBody.note.null', { ...tool, note: null }, 'kept'],
    ['addTool.requestBody.note.null', { ...tool, note: '' }, 'not shown'],
    ['addTool.requestBody.name.null', { ...tool, name: null }, 'null'],
    ['addTool.requestBody.null', null, 'null'],
    ['addTool.requestBody.weight.minimum', { ...tool, weight: 1 }, 'kept'],
    ['addTool.requestBody.weight.minimum', { ...tool, weight: 0 }, '0'],
    ['addTool.requestBody.weight.minimum', { ...tool, weight: 'x' }, 'not shown'],
    ['addTool.requestBody.tags[].pattern', { ...tool, tags: ['ab', 'X'] }, '"X"'],
    ['addTool.requestBody.tags[].pattern', { ...tool, tags: ['ab'] }, 'kept'],
    ['addPart.requestBody(Screw).length.maximum', { type: 'screw', length: 91 }, '91'],
    ['addPart.requestBody(Screw).length.maximum', { type: 'board' }, 'not shown'],
    ['addTool.requestBody.code.range', { ...tool, code: -1 }, 'kept'],
    ['addTool.requestBody.code.range', tool, 'not shown'],
    ['addTool.requestBody.note.text', { ...tool, note: 'x' }, 'kept'],
    ['addLabel.requestBody.minLength', raw('ab', 'text/plain'), 'kept'],
    ['addLabel.requestBody.minLength', raw('a', 'text/plain'), '"a"'],
    ['addLabel.requestBody.schema', raw('ab', 'text/plain'), 'kept'],
  ])('%s: %j: %s', (id, sent, result) => expect(shown(id, sent)).toBe(result));
});
