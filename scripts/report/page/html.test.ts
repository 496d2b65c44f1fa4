import { expect, test } from 'vitest';
import { html } from './html.ts';

test.each<[name: string, piece: { toString(): string }, expected: string]>([
  ['text', html`<p title="${'"<&>\''}">${'"<&>\''}</p>`, `<p title="&#34;&#60;&#38;&#62;'">&#34;&#60;&#38;&#62;'</p>`],
  [
    'pieces and lists of them',
    html`<p>${html`<b>${'a<b'}</b>`}${[html`<i>1</i>`, [2, '<']]}</p>`,
    '<p><b>a&#60;b</b><i>1</i>2&#60;</p>',
  ],
  ['nothing', html`<p>${null}${undefined}${false}${''}${0}</p>`, '<p>0</p>'],
  [
    'signs that nobody sees',
    html`${'a\u0000\u001B\u202E\u2028\uFEFF\uD800\r\n\tb'}`,
    'a\\u{0}\\u{1B}\\u{202E}\\u{2028}\\u{FEFF}\uFFFD\\u{D}\n\tb',
  ],
])('puts in %s', (_, piece, expected) => {
  expect(piece.toString()).toBe(expected);
});
