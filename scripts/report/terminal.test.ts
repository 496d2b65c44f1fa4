import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { RequirementResult } from '../verify/result.ts';
import { describeVerification } from './terminal.ts';
import { hostile, mixed, publicOf, requirementOf, shownCurl, violated } from './test/verifications.ts';

const linesOf = (...of: Parameters<typeof describeVerification>) =>
  stripVTControlCharacters(describeVerification(...of)).split('\n');
const waived = requirementOf('list.z', { verdict: 'waived', reason: 'Why not.' });
const unproven = requirementOf('list.y', { verdict: 'unproven', reason: 'No time.' });

test('prints all that was found, and the verdict last', () => {
  expect(linesOf(publicOf(mixed, { key: 'secret-1' }))).toEqual([
    '✗ list            1 kept, 1 violated',
    '? add             1 unproven, 1 waived',
    '✓ other requests  1 kept',
    '✓ workflows       1 kept',
    '',
    '✗ list.order spec/a,b.yaml:7:3',
    '  documented at most 1',
    '  received   2',
    `  curl       ${shownCurl}`,
    '  server     Give less.',
    '  contract   Allow more.',
    '  seen in 3 cases',
    '',
    'The curl lines need export KEY=…',
    '',
    '? add.body spec/a,b.yaml:7:3 No case reached it.',
    '',
    '- add.idempotent spec/a,b.yaml:7:3 Takes a day.',
    '',
    'The contract is violated: 1 requirement of 6, 1 unproven, 1 waived, 812 requests, seed 42 (6.1 s)',
  ]);
});

test.each<[requirements: RequirementResult[], expected: string]>([
  [
    [requirementOf('list.a'), requirementOf('list.b'), waived],
    'The contract is kept: 2 requirements proven, 1 waived, 812 requests, seed 42 (6.1 s)',
  ],
  [[requirementOf('list.a')], 'The contract is kept: 1 requirement proven, 812 requests, seed 42 (6.1 s)'],
  [
    [requirementOf('list.a'), unproven],
    'The contract is not proven: 1 requirement of 2 unproven, 812 requests, seed 42 (6.1 s)',
  ],
  [[], 'The contract is not proven: 0 requirements of 0 unproven, 812 requests, seed 42 (6.1 s)'],
  [[waived], 'The contract is not proven: 0 requirements of 1 unproven, 1 waived, 812 requests, seed 42 (6.1 s)'],
  [
    [requirementOf('list.a', violated()), unproven],
    'The contract is violated: 1 requirement of 2, 1 unproven, 812 requests, seed 42 (6.1 s)',
  ],
])('the verdict %#', (requirements, expected) => {
  expect(linesOf(publicOf(requirements)).at(-1)).toBe(expected);
});

test('a contract is kept but for what was not reached', () => {
  const verification = { ...publicOf([requirementOf('list.a'), waived]), unreached: 1 };
  expect(linesOf(verification).at(-1)).toBe(
    'The contract is kept, but for 1 requirement not reached: ' +
      '1 requirement proven, 1 waived, 812 requests, seed 42 (6.1 s)',
  );
});

describe('what a server sent', () => {
  test('does not act on the terminal', () => {
    const requirements = [
      requirementOf(
        `list.${hostile}`,
        violated({
          documented: hostile,
          received: hostile,
          curl: hostile,
          advice: { server: hostile, contract: hostile },
        }),
      ),
      requirementOf('list.b', { verdict: 'unproven', reason: hostile }),
    ];
    const output = describeVerification(publicOf(requirements));
    expect(output).toContain(
      String.raw`\u{1B}[2J\u{7}\n\r\u{0}%0A::error::,<b a="1">'&amp;]]>|${'`'}*_[x](y)\u{202E}\u{FFFE}\u{E000}`,
    );
    expect(stripVTControlCharacters(output)).not.toMatch(/[^\P{C}\n]/u);
  });

  test('is cut in the middle where it is long, but a line to paste is not', () => {
    const long = `start${'x'.repeat(3000)}end`;
    const lines = linesOf(publicOf([requirementOf('list.a', violated({ received: long, curl: long }))]));
    const received = lines.find((line) => line.includes('received')) ?? '';
    expect(received).toMatch(/^ {2}received {3}startx+ … \(3008 characters\) … x+end$/);
    expect(received.length).toBe(13 + 360);
    expect(lines).toContain(`  curl       ${long}`);
  });
});

test('shows the first violated requirements', () => {
  const lines = linesOf(publicOf(Array.from({ length: 23 }, (_, index) => requirementOf(`list.${index}`, violated()))));
  expect(lines.filter((line) => line.startsWith('✗ list.'))).toHaveLength(20);
  expect(lines).toContain('… and 3 more (all are in the JSON report)');
});
