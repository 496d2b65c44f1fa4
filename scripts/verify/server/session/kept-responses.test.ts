import { expect, test } from 'vitest';
import { type ResponseParts, requestOf, responseOf } from '../../../http/test/messages.ts';
import { descriptionOf, operationIn } from '../../../test/contracts.ts';
import { benchFor, harnessAt, idsOf } from '../../test/bench.ts';

const description = descriptionOf(`
/books:
  get:
    operationId: listBooks
    responses:
      '200':
        description: All.
        headers:
          X-Note: { schema: { type: string } }
          X-Shelf: { schema: { type: integer } }
          X-RateLimit-Limit: { required: true, schema: { type: integer } }
          X-RateLimit-Remaining: { required: true, schema: { type: integer } }
        content:
          application/json:
            schema:
              type: object
              properties:
                title: { type: string, minLength: 2 }
                note: { type: string, minLength: 0, format: remark }
                shelf: { type: [integer, 'null'], minimum: 1 }
                authors:
                  type: array
                  items: { type: object, properties: { names: { type: array, items: { type: string } } } }
      default: { description: Anything else. }
`);

const listed = (remaining: number, others: Record<string, string>, body: unknown): ResponseParts => ({
  headers: { 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': String(remaining), ...others },
  body,
});

/** Ids of the requirements that such responses keep, and of those that they leave out of reach. */
async function shownBy(...replies: ResponseParts[]): Promise<Record<'kept' | 'waived', string[]>> {
  const { session, ledger, clock } = benchFor(description);
  const operation = operationIn(description, 'listBooks');
  for (const reply of replies)
    session.responseChecks.check(
      session.setOf(operation),
      { request: requestOf('GET', '/books'), response: responseOf(reply, clock.now()) },
      '/books',
    );
  await session.responseChecks.discardUnproven(harnessAt(clock));
  const own = (verdict: 'kept' | 'waived') =>
    idsOf(ledger, verdict).map((id) => id.replace(/^listBooks\.responses\.(200\.)?/, ''));
  return { kept: own('kept'), waived: own('waived') };
}

test('what a faulty server would have sent otherwise is kept', async () => {
  const { kept } = await shownBy(
    listed(59, { 'X-Note': 'a', 'X-Shelf': '5' }, { title: 'Moby', note: 'b', shelf: 3 }),
    listed(58, {}, {}),
  );
  const expected = [
    'headers.X-Shelf.schema',
    'headers.X-RateLimit-Limit.present',
    'headers.X-RateLimit-Limit.schema',
    'headers.X-RateLimit-Limit.meaning',
    'headers.X-RateLimit-Remaining.present',
    'headers.X-RateLimit-Remaining.schema',
    'headers.X-RateLimit-Remaining.meaning',
    'body.type',
    'body.schema',
    'body.title.type',
    'body.title.minLength',
    'body.note.type',
    'body.shelf.type',
    'body.shelf.minimum',
  ];
  expect(kept.filter((id) => /^(body|headers)/.test(id)).toSorted()).toEqual(expected.toSorted());
});

test('what never came, and what no response can violate, is out of reach', async () => {
  const { waived } = await shownBy(listed(59, { 'X-Note': 'a' }, { note: 'b', shelf: null }));
  expect(waived).toEqual(
    expect.arrayContaining([
      'headers.X-Note.schema',
      'headers.X-Shelf.schema',
      'body.title.type',
      'body.title.minLength',
      'body.note.minLength',
      'body.note.format',
      'body.shelf.minimum',
      'undocumented',
    ]),
  );
  expect(waived).not.toContain('body.note.type');
});

test('a violation stays one, whatever the other responses show', async () => {
  const { session, ledger, clock } = benchFor(description);
  const set = session.setOf(operationIn(description, 'listBooks'));
  for (const title of ['Moby', 'M'])
    session.responseChecks.check(
      set,
      { request: requestOf('GET', '/books'), response: responseOf(listed(5, {}, { title })) },
      '/books',
    );
  await session.responseChecks.discardUnproven(harnessAt(clock));
  expect(idsOf(ledger, 'violated')).toContain('listBooks.responses.200.body.title.minLength');
});

test('what one item of a list has is kept, wherever in the list it is', async () => {
  const { kept } = await shownBy(listed(59, {}, { authors: [{}, { names: ['Ada'] }, {}] }));
  expect(kept).toContain('body.authors[].names[].type');
});
