import { expect, test } from 'vitest';
import { descriptionOf } from '../../test/contracts.ts';
import { isBoundByOther } from './said-bounds.ts';

const isBound = (operation: string, own = '') => {
  const { contract } = descriptionOf(
    `
/refunds:
  post:
    operationId: refund
    description: ${JSON.stringify(operation)}
    responses: { '200': { description: '' } }`,
    `components: { schemas: { amount: { type: integer, description: ${JSON.stringify(own)} } } }`,
  );
  return isBoundByOther(contract, 'amount', '/components/schemas/amount', ['/paths/~1refunds/post']);
};

test.each([
  'Refunds it. `amount` refunds a part, at most the captured amount.',
  'An amount greater than what is left returns 400.',
  'The amount must not exceed the balance.',
])('an amount is bound by what is there: %s', (text) => expect(isBound(text)).toBe(true));

test('its own description may say so without its name', () => expect(isBound('', 'Up to the balance.')).toBe(true));

test.each(['The amount is at most 100.', 'A note has at most the usual length.', 'Refunds an amount.'])(
  'an amount is not bound by what is there: %s',
  (text) => expect(isBound(text)).toBe(false),
);
