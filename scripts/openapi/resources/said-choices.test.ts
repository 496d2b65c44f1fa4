import { expect, test } from 'vitest';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { chosenParameters, saidChoices } from './said-choices.ts';

function operationWith({ ofOperation = '', ofBody = '', ofRefusal = '' }) {
  const description = descriptionOf(`
/people:
  post:
    operationId: find
    description: ${JSON.stringify(ofOperation)}
    parameters:
      - { name: code, in: query, schema: { type: string } }
      - { name: number, in: query, schema: { type: string } }
    requestBody:
      description: ${JSON.stringify(ofBody)}
      content:
        application/json:
          schema: { type: object, required: [fixed], properties: { fixed: {}, email: {}, userId: {}, note: {} } }
    responses: { '200': { description: '' }, '400': { description: ${JSON.stringify(ofRefusal)} } }`);
  return { contract: description.contract, operation: operationIn(description, 'find') };
}

test.each([
  [{ ofBody: 'Provide either `email` or `userId` to identify somebody.' }, ['email', 'userId'], true],
  [{ ofBody: 'At least one of email, userId or note must be given.' }, ['email', 'userId', 'note'], false],
  [{ ofOperation: 'Changes one by `email` or `userId`. You must provide one of these.' }, ['email', 'userId'], true],
  [{ ofRefusal: 'Bad request (e.g. `email` and `userId` are both provided).' }, ['email', 'userId'], false],
])('of %j, one is to be given: %j', (said, names, isIdentity) => {
  const { contract, operation } = operationWith(said);
  expect(saidChoices(contract, operation)).toMatchObject([{ names, isIdentity }]);
});

test.each([
  { ofOperation: 'Finds people. Their email or userId is shown.' },
  { ofBody: 'The `email` must be an address. The `userId` is optional.' },
  { ofRefusal: 'Either `email` or something else is wrong.' },
  { ofRefusal: '`email` and `userId` are required.' },
  { ofRefusal: 'Both `email` and `userId` must be given.' },
  { ofBody: 'Either `fixed` or `email` is shown first.' },
])('%j says nothing of a choice', (said) => {
  const { contract, operation } = operationWith(said);
  expect(saidChoices(contract, operation)).toEqual([]);
});

test.each([
  ['Include only one of `code` or `number`.', ['code']],
  ['Finds one by `code` or `number`. You must provide one of these.', ['code']],
  ['Filters people by either `code` or `number`.', []],
  ['Either `code` or `number` is looked for.', []],
  ['Only one of `code` or `number` may be given.', []],
])('of parameters, the first is sent where one is needed: %s', (ofOperation, names) => {
  const { contract, operation } = operationWith({ ofOperation });
  expect([...chosenParameters(contract, operation)]).toEqual(names);
});
