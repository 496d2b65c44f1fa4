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
