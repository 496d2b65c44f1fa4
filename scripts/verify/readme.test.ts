import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { projectFile } from '../cli/project.ts';
import { kinds } from '../requirements/registry.ts';

const readme = readFileSync(projectFile('scripts/verify/README.md'), 'utf8');
const [, requirements = ''] = /\n## Requirements\n(.*?)\n### /s.exec(readme) ?? [];

test.each(kinds.map(({ id }) => id))('the README says what %s requires', (id) => {
  // `{operationId}.search.{parameter}` stands there as `….search.NAME`, or beside its like as `.search`.
  const [name] = id
    .replaceAll(/\{[^}]*\}/g, '')
    .split('.')
    .filter((part) => part !== '')
    .slice(-1);
  expect(requirements).toMatch(new RegExp(`[\`.]${name}\\b`));
});
