import { expect, test } from 'vitest';
import { mutantsOf, sourceMutants } from './source-mutants.ts';

/** What becomes of a statement, each time by one mistake. */
const changesOf = (text: string) => mutantsOf('client', 'client/a.ts', text).map((mutant) => mutant.text);

test.each<[what: string, text: string, changed: string[]]>([
  ['a comparison', 'f = a < b;', ['{}', 'f = a <= b;', 'f = a >= b;']],
  ['an equality', 'f = a === b;', ['{}', 'f = a !== b;']],
  ['arithmetic', 'f = a + b;', ['{}', 'f = a - b;']],
  ['texts that are put together', 'f = a + `b${c}`;', ['{}', "f = a + '';"]],
  ['conditions that are joined', 'f = a && b;', ['{}', 'f = (a) || (b);', 'f = a;', 'f = b;']],
  ['a value in the absence of another', 'f = a ?? b;', ['{}', 'f = (a) && (b);', 'f = a;', 'f = b;']],
  ['a condition', 'if (a) b();', ['if (true) b();', 'if (false) b();', 'if (a) {}']],
  ['a choice', 'const f = a ? b : c;', ['const f = true ? b : c;', 'const f = false ? b : c;']],
  ['a negation', 'const f = !a;', ['const f = a;']],
  ['a step', 'for (;;) f = a++;', ['for (;;) {}', 'for (;;) f = a--;']],
  ['a small number', 'const f = 1;', ['const f = 2;']],
  ['a great number', 'const f = 30_000;', ['const f = 60000;']],
  ['a truth value', 'const f = true;', ['const f = false;']],
  ['a text', "const f = 'a';", ["const f = '';"]],
  ['an empty text', "const f = '';", ["const f = 'mutant';"]],
  ['an expression', 'const f = /^a$/i;', ['const f = /a$/i;', 'const f = /^a/i;', 'const f = /^a$/;']],
  ['a member', "const f = { a, 'b': c };", ["const f = { ...{}, 'b': c };", 'const f = { a, ...{} };']],
  ['a list', 'const f = [a];', ['const f = [];']],
  ['a call', 'f();', ['{}']],
  ['an error', "throw new Error('It is prose.');", ['{}']],
  ['rounding', 'const f = Math.ceil(a);', ['const f = Math.floor(a);']],
  ['a step of a chain', 'const f = a.trim();', ['const f = a;']],
  ['a call that no method stands for', 'const f = a.toString();', []],
  ['types and imports', "import { a } from 'b'; type C = 1 | 'd'; export * from 'e';", []],
])('%s is changed in each way', (_, text, changed) => {
  expect(changesOf(text)).toEqual(changed);
});

test('a mutant is named by its file, the function around it and the change, and says where it is', () => {
  const text = 'function f(a: number) {\n  return a > 1 || a > 1;\n}\n';
  expect(
    mutantsOf('client', 'client/a.ts', text).map(({ id, location: { line, column } }) => [id, line, column]),
  ).toEqual([
    ['client/a.ts f: a > 1 || a > 1 → (a > 1) && (a > 1)', 2, 10],
    ['client/a.ts f: a > 1 || a > 1 → a > 1', 2, 10],
    ['client/a.ts f: a > 1 || a > 1 → a > 1 (2)', 2, 10],
    ['client/a.ts f: a > 1 → a >= 1', 2, 10],
    ['client/a.ts f: a > 1 → a <= 1', 2, 10],
    ['client/a.ts f: 1 → 2', 2, 14],
    ['client/a.ts f: a > 1 → a >= 1 (2)', 2, 19],
    ['client/a.ts f: a > 1 → a <= 1 (2)', 2, 19],
    ['client/a.ts f: 1 → 2 (2)', 2, 23],
  ]);
});

test('both sides have mutants, each with an id of its own, and their tests have none', () => {
  const all = sourceMutants();
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(new Set(all.map(({ side }) => side))).toEqual(new Set(['server', 'client']));
  expect(all.filter(({ file }) => /\.test\.ts$|\/test\//.test(file))).toEqual([]);
});
