import { expect, test } from 'vitest';
import { junitReport } from './junit.ts';
import { hostile, mixed, publicOf, requirementOf, violated } from './test/verifications.ts';

test('has a suite for each operation and a case for each requirement', () => {
  const at = (id: string, group: string) => `<testcase name="${id}" classname="${group}" file="spec/a,b.yaml" line="7"`;
  const [before, after = ''] = junitReport(publicOf(mixed)).split(/<failure[\s\S]*<\/failure>/);
  expect(before?.split('\n')).toEqual([
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites name="Things" tests="6" failures="1" errors="1" skipped="1" time="6.080">',
    '  <testsuite name="list" tests="2" failures="1" errors="0" skipped="0">',
    `    ${at('list.limit', 'list')}/>`,
    `    ${at('list.order', 'list')}>`,
    '      ',
  ]);
  expect(after.split('\n')).toEqual([
    '',
    '    </testcase>',
    '  </testsuite>',
    '  <testsuite name="add" tests="2" failures="0" errors="1" skipped="1">',
    `    ${at('add.body', 'add')}>`,
    '      <error message="No case reached it." type="unproven">spec/a,b.yaml:7:3',
    'add.body is so.</error>',
    '    </testcase>',
    `    ${at('add.idempotent', 'add')}>`,
    '      <skipped message="Takes a day."/>',
    '    </testcase>',
    '  </testsuite>',
    '  <testsuite name="other requests" tests="1" failures="0" errors="0" skipped="0">',
    `    ${at('unmatched.status', 'other requests')}/>`,
    '  </testsuite>',
    '  <testsuite name="workflows" tests="1" failures="0" errors="0" skipped="0">',
    `    ${at('workflows.added-is-listed', 'workflows')}/>`,
    '  </testsuite>',
    '</testsuites>',
    '',
  ]);
});

test('has a failure with all that helps', () => {
  const [, failure = ''] = /<failure ([\s\S]*)<\/failure>/.exec(junitReport(publicOf(mixed))) ?? [];
  expect(failure.split('\n')).toEqual([
    'message="2" type="violated">spec/a,b.yaml:7:3',
    'documented: at most 1',
    'received: 2',
    expect.stringMatching(/^curl: curl /),
    'server: Give less.',
    'contract: Allow more.',
    'cases: 3',
  ]);
});

test('is XML whatever a server sent', () => {
  const all = { documented: hostile, received: hostile, curl: hostile };
  const xml = junitReport(
    publicOf([
      requirementOf(`list.${hostile}`, violated(all)),
      requirementOf('list.b', { verdict: 'unproven', reason: hostile }),
      requirementOf('list.c', { verdict: 'waived', reason: hostile }),
    ]),
  );
  // Each start, end and text as XML 1.0 has it, and nothing else.
  const text = String.raw`(?:[^<>&\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]|&#\d+;)*`;
  const tag = String.raw`<\/?[a-z]+(?: [a-z]+="(?:[^<>&"\n\t\0-\x1F\uFFFE\uFFFF]|&#\d+;)*")*\/?>`;
  expect(xml).toMatch(new RegExp(String.raw`^<\?xml version="1\.0" encoding="UTF-8"\?>(?:${text}${tag})*\s*$`));
  expect(xml.isWellFormed()).toBe(true);
  expect(
    [...xml.matchAll(/&#(\d+);/g)].filter(([, code]) => Number(code) < 32 && !['9', '10', '13'].includes(code ?? '')),
  ).toEqual([]);
});
