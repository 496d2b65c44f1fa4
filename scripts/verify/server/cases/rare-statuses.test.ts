import { expect, test } from 'vitest';
import { descriptionOf, operationIn } from '../../../test/contracts.ts';
import { benchFor } from '../../test/bench.ts';

import { probeStatuses } from './rare-statuses.ts';

const answers = `responses:
      '200': { description: '', headers: { ETag: { schema: { type: string } } } }
      '304': { description: '' }`;

test('what has not changed is asked for by GET, and never by what removes it', async () => {
  const description = descriptionOf(`
/books/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get:
    operationId: readBook
    ${answers}
  delete:
    operationId: removeBook
    ${answers}`);
  const sent: string[] = [];
  const { session } = benchFor(description, ({ method }) => {
    sent.push(method);
    return { headers: { ETag: '"1"' } };
  });
  await probeStatuses(session, operationIn(description, 'readBook'));
  await probeStatuses(session, operationIn(description, 'removeBook'));
  expect(sent).toEqual(['GET', 'GET']);
});
