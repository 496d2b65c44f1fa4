import { expect, test } from 'vitest';
import { githubAnnotations } from './github.ts';
import { hostile, mixed, publicOf, requirementOf, shownCurl, violated } from './test/verifications.ts';

test('notes what is violated and unproven at its place', () => {
  expect(githubAnnotations(publicOf(mixed, { key: 'secret-1' })).split('\n')).toEqual([
    '::error file=spec/a%2Cb.yaml,line=7,col=3,title=list.order is violated::' +
      `documented: at most 1%0Areceived: 2%0A${shownCurl}`,
    '::error file=spec/a%2Cb.yaml,line=7,col=3,title=add.body is unproven::No case reached it.',
    '',
  ]);
});

test('has no command but its own, whatever a server sent', () => {
  const output = githubAnnotations(
    publicOf([
      requirementOf(`list.${hostile}`, violated({ received: `100%\r\n::set-env::${hostile}`, curl: hostile })),
    ]),
  );
  expect(output).toMatch(/^::error file=[^,:\n]*,line=7,col=3,title=[^,:\n]*::[^\n\r]*\n$/);
  expect(output).toContain(String.raw`received: 100%25\r\n::set-env::`);
  expect(output).not.toMatch(/%(?!25|0A|3A|2C)/);
});

test('says nothing of a contract that is kept', () => {
  expect(githubAnnotations(publicOf([requirementOf('list.a')]))).toBe('');
});
