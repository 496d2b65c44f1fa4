import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { shownPath } from './problem.ts';

test.each([
  ['spec/openapi.yaml', 'spec/openapi.yaml'],
  ['.', '.'],
  [resolve('..', 'a.yaml'), '../a.yaml'],
  ['/a.yaml', '/a.yaml'],
])('%s is shown as %s', (file, shown) => expect(shownPath(file)).toBe(shown));
