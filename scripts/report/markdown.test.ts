import { expect, test } from 'vitest';
import { markdownReport } from './markdown.ts';
import { hostile, mixed, publicOf, requirementOf, shownCurl, violated } from './test/verifications.ts';

const decoded = (text: string) => text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));

test('shows the verdict, the operations, and the requirements', () => {
  expect(
    decoded(markdownReport(publicOf(mixed, { key: 'secret-1' }))),
  ).toBe(`## ❌ The contract is violated: 1 requirement of 6, 1 unproven, 1 waived, 812 requests, seed 42 (6.1 s)

Things 1.2.3 at http://localhost:8080/v1

| | kept | violated | unproven | waived |
| --- | ---: | ---: | ---: | ---: |
| list | 1 | 1 | 0 | 0 |
| add | 0 | 0 | 1 | 1 |
| other requests | 1 | 0 | 0 | 0 |
| workflows | 1 | 0 | 0 | 0 |

<details><summary>❌ <code>list.order</code> spec/a,b.yaml:7:3</summary>

- Documented: at most 1
- Received: 2
- Server: Give less.
- Contract: Allow more.

\`\`\`sh
${shownCurl}
\`\`\`

Seen in 3 cases.

</details>

The curl lines need \`export KEY=…\`.

<details><summary>Unproven: 1 requirement</summary>

- <code>add.body</code> spec/a,b.yaml:7:3: No case reached it.

</details>

<details><summary>Waived: 1 requirement</summary>

- <code>add.idempotent</code> spec/a,b.yaml:7:3: Takes a day.

</details>
`);
});

test('takes what a server sent as text', () => {
  const plain = markdownReport(
    publicOf([
      requirementOf('list.a', violated({ received: 'x', curl: 'x' })),
      requirementOf('list.b', { verdict: 'unproven', reason: 'x' }),
    ]),
  );
  const odd = markdownReport(
    publicOf([
      requirementOf('list.a', violated({ received: hostile, curl: `\`\`\`\`\n# ${hostile}` })),
      requirementOf('list.b', { verdict: 'unproven', reason: hostile }),
    ]),
  );
  // What can be a sign of Markdown or HTML, but for the block of code.
  const signs = (text: string) =>
    text
      .replace(/^(`{3,})sh\n.*\n\1$/m, '')
      .replaceAll(/&#\d+;/g, '')
      .replaceAll(/[^<>|`*_[\]&!#\n\\~]/g, '');
  expect(odd.split('\n')).toHaveLength(plain.split('\n').length);
  expect(signs(odd)).toBe(signs(plain));
  expect(odd).toContain('\n`````sh\n');
});

test('stays below the limit of GitHub', () => {
  const long = '<'.repeat(10_000);
  const requirements = Array.from({ length: 300 }, (_, index) => [
    requirementOf(
      `list.${index}`,
      violated({ documented: long, received: long, curl: long, advice: { server: long, contract: long } }),
    ),
    requirementOf(`add.${index}`, { verdict: 'unproven', reason: long }),
  ]);
  const report = markdownReport(publicOf(requirements.flat()));
  expect(Buffer.byteLength(report)).toBeLessThan(2 ** 20);
  expect(report).toContain('\n\n… and 270 more\n');
});
