import { expect, test } from 'vitest';
import { recording } from './executed-functions.ts';
import { mutantsOf } from './source-mutants.ts';

/** The names that the code of a file gives when it runs, and calls `calls`. */
function executedBy(text: string): string[] {
  const code = recording('a.ts', text, 'executed.ts').replace(/^import .*?; /, '');
  const names: string[] = [];
  new Function('executed', code)((name: string) => names.push(name));
  return names;
}

test.each<[what: string, text: string, count: number]>([
  ['a module without functions', 'const a = 1;', 1],
  ['a function that is not called', 'function f() {}', 1],
  ['a function', 'function f() {} f(); f();', 3],
  ['an expression', 'const f = (a) => (b) => ({ a, b }); f(1)(2);', 3],
  ['methods, and members that are functions', 'class A { #a = () => 1; get b() { return this.#a(); } } new A().b;', 3],
  ['the default of a parameter', 'const f = (a = (() => 1)()) => a; f();', 3],
])('%s: what runs is recorded', (_, text, count) => {
  expect(executedBy(text)).toHaveLength(count);
});

test('a mutant is recorded with the function that it is in', () => {
  const text =
    'const a = 1; const g = () => {}; const f = (b = 2) => { g(() => b + 3); }; class A { c = 4; } f(); new A();';
  const functions = new Set(mutantsOf('client', 'a.ts', text).map(({ executedWith }) => executedWith));
  const executed = executedBy(text);
  expect(functions.size).toBe(3);
  expect([...functions].filter((name) => executed.includes(name))).toHaveLength(2);
});
