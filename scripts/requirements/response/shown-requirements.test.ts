import { describe, expect, test } from 'vitest';
import { type ResponseParts, responseOf } from '../../http/test/messages.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { catalogueOf } from '../catalogue.ts';
import type { Requirement } from '../requirement.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';
import type { OutcomeDifference } from './outcome-difference.ts';
import { responsesTo } from './response-sets.ts';
import { nearestTo, shownBy } from './shown-requirements.ts';
import { shownResponse } from './shown-response.ts';

const description = descriptionOf(
  `
/books:
  get:
    operationId: listBooks
    responses:
      '200':
        description: ''
        headers: { X-Shelf: { required: true, schema: { type: integer } }, X-Note: { schema: { type: string } } }
        content:
          application/json:
            schema:
              type: array
              items:
                type: object
                required: [a]
                additionalProperties: false
                properties:
                  a: { type: integer, maximum: 300 }
                  it: { oneOf: [{ type: integer }, { type: boolean }] }
      '204': { description: '', headers: { X-Shelf: { required: true, schema: { type: integer } }, X-Note: {} } }
`,
);
const set = responsesTo(operationIn(description, 'listBooks'));
const requirements = catalogueOf(withoutWorkflows(description), 'client');

function shown(status: '200' | '204', parts: ResponseParts): Requirement[] {
  const response = set.responses[status] ?? expect.fail('There is no such response.');
  const sent = responseOf({ ...parts, status: Number(status) });
  return shownBy(shownResponse({ set, status, response }, sent), requirements);
}
const idsOf = (all: readonly Requirement[]) => all.map(({ id }) => id.replace('listBooks.responses.', ''));

describe('a documented response shows the requirements of what is in it', () => {
  test.each<[name: string, status: '200' | '204', parts: ResponseParts, ids: string[]]>([
    [
      'without what may be absent',
      '204',
      { headers: { 'x-shelf': '3' } },
      ['204', '204.headers.X-Shelf.present', '204.headers.X-Shelf.schema', '204.content'],
    ],
    [
      'a header that may be absent',
      '204',
      { headers: { 'X-Note': 'a' } },
      ['204', '204.headers.X-Note.schema', '204.content'],
    ],
    ['an empty list', '200', { body: [] }, ['200', '200.content', '200.body.type', '200.body.schema']],
    [
      'a list of one',
      '200',
      { body: [{ a: 300 }] },
      [
        ...['200', '200.content', '200.body.type', '200.body[].type', '200.body[].a.type', '200.body[].a.maximum'],
        ...['200.body[].a.required', '200.body[].surplus', '200.body.schema', '200.body[].it.schema'],
      ],
    ],
  ])('%s', (_, status, parts, ids) => expect(idsOf(shown(status, parts)).toSorted()).toEqual(ids.toSorted()));
});

const body = (...path: string[]): OutcomeDifference['about'] => ({ kind: 'body', path });

describe('a difference violates the nearest requirement that the response shows', () => {
  const all = shown('200', { headers: { 'X-Shelf': '3', 'X-Note': 'a' }, body: [{ a: 1, it: true }] });

  test.each<[about: OutcomeDifference['about'], id: string]>([
    [{ kind: 'status' }, '200'],
    [{ kind: 'header', name: 'x-shelf' }, '200.headers.X-Shelf.present'],
    [{ kind: 'header', name: 'X-Note' }, '200.headers.X-Note.schema'],
    [{ kind: 'header', name: 'X-Other' }, '200'],
    [body(), '200.body.type'],
    [body('0'), '200.body[].type'],
    [body('0', 'a'), '200.body[].a.maximum'],
    [body('0', 'it'), '200.body[].it.schema'],
    [body('0', 'other', 'a'), '200.body[].type'],
  ])('%j', (about, id) => {
    const nearest = nearestTo({ about, documented: '', received: '' }, all);
    expect(idsOf(nearest === undefined ? [] : [nearest])).toEqual([id]);
  });

  test('the content where no schema is shown', () => {
    const others = all.filter(({ id }) => !id.includes('.body'));
    expect(nearestTo({ about: body('a'), documented: '', received: '' }, others)?.id).toBe(
      'listBooks.responses.200.content',
    );
  });

  test('and none of a response that shows none', () =>
    expect(nearestTo({ about: { kind: 'status' }, documented: '', received: '' }, [])).toBeUndefined());
});
