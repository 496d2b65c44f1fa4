import { expect, test } from 'vitest';
import { operationEdits } from './operation-edits.ts';

const operation = (id: string) => ['  /lamps:', '    get:', `      operationId: ${id}`];
const link = (id: string) => ['      links:', '        lamps:', `          operationId: ${id}`];
const message =
  'Operation listLamps is called findLamps now: call it so in all that names it, or leave its operationId.';

test('what refers to an operation does not keep its name', () => {
  const edit = { line: 3, removed: operation('listLamps').slice(2), added: operation('findLamps').slice(2) };
  const [before, now] = ['listLamps', 'findLamps'].map((id) => [...operation(id), ...link('listLamps')]);
  expect(operationEdits([edit], before ?? [], now ?? [])).toMatchObject([{ edit, message }]);
});

test('an operation is renamed where it stands, and not where something refers to it', () => {
  const whole = (id: string) => [...link(id), ...operation(id)];
  const edits = [
    { line: 3, removed: link('listLamps').slice(2), added: link('findLamps').slice(2) },
    { line: 6, removed: operation('listLamps').slice(2), added: operation('findLamps').slice(2) },
  ];
  expect(operationEdits(edits, whole('listLamps'), whole('findLamps'))).toMatchObject([{ edit: edits[1], message }]);
});

test('an operation that gets the id of another one is not removed', () => {
  const whole = (id: string) => [...operation('listLamps'), '    post:', `      operationId: ${id}`];
  const edit = { line: 5, removed: operation('addLamp').slice(2), added: operation('listLamps').slice(2) };
  expect(operationEdits([edit], whole('addLamp'), whole('listLamps'))).toMatchObject([
    {
      edit,
      message: 'Operation addLamp is called listLamps now, as another one is: give it an operationId of its own.',
    },
  ]);
});

test('an operation that is removed where another one is moved to is removed', () => {
  const [before, now] = [[...operation('addLamp'), ...operation('listLamps')], operation('listLamps')];
  const edits = [
    { line: 3, removed: operation('addLamp').slice(2), added: operation('listLamps').slice(2) },
    { line: 4, removed: operation('listLamps'), added: [] },
  ];
  expect(operationEdits(edits, before, now)).toMatchObject([
    { message: 'Operation addLamp was removed: remove it from what still names it, too, or put it back.' },
  ]);
});

test('an operation whose operationId is misspelt or taken away is not removed', () => {
  const before = operation('listLamps');
  const misspelt = ['      operationID: listLamps'];
  for (const added of [misspelt, []])
    expect(
      operationEdits([{ line: 3, removed: before.slice(2), added }], before, [...before.slice(0, 2), ...added]),
    ).toMatchObject([{ message: 'Operation listLamps has no operationId any more: put it back.' }]);
});

test('in JSON as well', () => {
  const whole = (path: string, id: string) =>
    JSON.stringify({ paths: { [path]: { get: { summary: 'Lists.', operationId: id } } } }, null, 2).split('\n');
  const before = whole('/lamps', 'listLamps');
  const changed = (now: string[], index: number) => ({
    line: index + 1,
    removed: before.slice(index, index + 1),
    added: now.slice(index, index + 1),
  });
  const [renamed, moved] = [whole('/lamps', 'findLamps'), whole('/lights', 'listLamps')];
  const removed = { line: 3, removed: before.slice(2, 7), added: [] };
  const messagesOf = (edit: Parameters<typeof operationEdits>[0][number], now: string[]) =>
    operationEdits([edit], before, now).map((one) => one.message);
  expect(messagesOf(changed(renamed, 5), renamed)).toEqual([message]);
  expect(messagesOf(changed(moved, 2), moved)).toEqual([
    'The path /lamps is /lights now: call it so in all that names it, or leave it.',
  ]);
  expect(messagesOf(removed, before.toSpliced(2, 5))).toEqual([
    'Operation listLamps was removed: remove it from what still names it, too, or put it back.',
  ]);
});
