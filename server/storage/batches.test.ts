import { expect, test } from 'vitest';
import { Batches } from './postgres/batches.ts';
import { StorageUnavailable } from './store.ts';

/** A database that answers each batch when it is told to. */
function held() {
  const asked: number[][] = [];
  const answers: PromiseWithResolvers<string[]>[] = [];
  const batches = new Batches((requests: number[]) => {
    asked.push(requests);
    const answer = Promise.withResolvers<string[]>();
    answers.push(answer);
    return answer.promise;
  });
  const add = (...requests: number[]) => requests.map((request) => batches.add(request));
  return { batches, asked, answers, add };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('what is asked for in one turn is one batch, and what comes while it is under way the next one', async () => {
  const { asked, answers, add } = held();
  const first = add(1, 2);
  expect(asked).toEqual([]);
  await turn();
  const second = add(3, 4);
  await turn();
  expect(asked).toEqual([[1, 2]]);
  answers[0]?.resolve(['one', 'two']);
  expect(await Promise.all(first)).toEqual(['one', 'two']);
  expect(asked).toEqual([
    [1, 2],
    [3, 4],
  ]);
  answers[1]?.resolve(['three', 'four']);
  expect(await Promise.all(second)).toEqual(['three', 'four']);
  const third = add(5);
  await turn();
  answers[2]?.resolve(['five']);
  expect(await Promise.all(third)).toEqual(['five']);
});

test('what the database leaves out has failed, and the rest has not', async () => {
  const { answers, add } = held();
  const [one, two] = add(1, 2);
  await turn();
  answers[0]?.resolve(['one']);
  expect(await one).toBe('one');
  await expect(two).rejects.toThrow('The database has answered less than it was asked.');
});

test.each([
  ['is away takes those that wait with it', new StorageUnavailable('away'), true],
  ['fails takes no others with it', new Error('no'), false],
])('a database that %s', async (_, error, takesOthers) => {
  const { asked, answers, add } = held();
  const first = add(1, 2);
  await turn();
  const [waiting] = add(3);
  answers[0]?.reject(error);
  for (const one of first) await expect(one).rejects.toBe(error);
  if (takesOthers) await expect(waiting).rejects.toBe(error);
  else {
    await turn();
    answers[1]?.resolve(['three']);
    expect(await waiting).toBe('three');
  }
  const [later] = add(4);
  await turn();
  expect(asked.at(-1)).toEqual([4]);
  answers.at(-1)?.resolve(['four']);
  expect(await later).toBe('four');
});

test('more than a thousand do not wait', async () => {
  const { batches, answers, add } = held();
  const waiting = add(...Array.from({ length: 1_000 }, (_, index) => index));
  await expect(batches.add(1_000)).rejects.toThrow(new StorageUnavailable('too many requests wait for the database'));
  await turn();
  answers[0]?.resolve(waiting.map(() => 'answered'));
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['answered']));
});
