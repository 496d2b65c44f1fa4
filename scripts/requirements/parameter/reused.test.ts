import { expect, test } from 'vitest';
import { headerOf } from '../../http/exchange.ts';
import { descriptionOf } from '../../test/contracts.ts';
import { benchFor } from '../../verify/test/bench.ts';
import { probedJudgements } from '../test/probed-judgements.ts';
import { reused } from './reused.ts';

const json = (properties: string) =>
  `content: { application/json: { schema: { type: object, properties: { ${properties} } } } }`;
const key = '{ name: Idempotency-Key, in: header, schema: { type: string } }';
const taken = "'409': { description: The idempotency key came with another body before }";
const description = descriptionOf(`
/tickets:
  post:
    operationId: buy
    parameters: [${key}]
    requestBody: { required: true, ${json('seat: { type: string }')} }
    responses: { '201': { description: '', ${json('id: { type: integer }')} }, ${taken} }
/tickets/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readTicket, responses: { '200': { description: '', ${json('id: { type: integer }')} } } }
  post:
    operationId: update
    description: Updates a ticket
    parameters: [${key}]
    requestBody: { required: true, ${json('seat: { type: string }')} }
    responses: { '200': { description: '', ${json('id: { type: integer }')} }, ${taken} }
`);

/** Sells tickets, and refuses a key that comes again at one path with another body. */
function shop(refused: number) {
  const given = new Map<string, string>();
  let last = 0;
  return benchFor(description, (request) => {
    const place = `${request.target} ${headerOf(request, 'Idempotency-Key')}`;
    const isOther = (given.get(place) ?? String(request.body)) !== String(request.body);
    if (isOther && refused > 0) return { status: refused };
    given.set(place, String(request.body));
    last += 1;
    return { status: request.target === '/tickets' ? 201 : 200, body: { id: last } };
  }).session;
}

test.each(['buy', 'update'])(
  '%s refuses a key with another body, where it is to the same thing',
  async (operationId) => {
    const judged = (refused: number) => probedJudgements(reused, shop(refused), operationId);
    expect([await judged(409), await judged(0)]).toEqual([
      ['kept'],
      [expect.objectContaining({ documented: '409 for a Idempotency-Key that comes again with another body.' })],
    ]);
  },
);
