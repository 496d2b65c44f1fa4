import { expect, test } from 'vitest';
import type { Change, Impact } from './change.ts';
import { changelogEntry, withEntry } from './changelog.ts';

const place = { file: 'a.yaml', line: 1, column: 1 };
const change = (impact: Impact, message: string, breaks?: string): Change => {
  return { impact, message, ...(breaks !== undefined && { breaks }), current: place, released: place };
};

test('an entry says what breaks first, and whom', () => {
  const changes = [change('patch', 'C.'), change('major', 'A.', 'clients that send it'), change('minor', 'B.')];
  expect(changelogEntry('2.0.0', changes)).toBe(`## 2.0.0

### Breaking

- A. Breaks clients that send it.

### New

- B.

### Corrected

- C.
`);
});

test.each([
  ['# Log\n\n## 1.0.0\n\nFirst.\n', '# Log\n\n## 1.1.0\n\nE.\n\n## 1.0.0\n\nFirst.\n'],
  ['# Log\n', '# Log\n\n## 1.1.0\n\nE.\n'],
  ['# Log\n\n## 1.1.0\n\nBy hand.\n', '# Log\n\n## 1.1.0\n\nBy hand.\n'],
])('it stands before the others: %j', (text, expected) => {
  expect(withEntry(text, '1.1.0', '## 1.1.0\n\nE.\n')).toBe(expected);
});
