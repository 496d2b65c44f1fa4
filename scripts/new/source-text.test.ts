import { expect, test } from 'vitest';
import { shellWord } from './source-text.ts';

test.each([
  ['spec/openapi.yaml', 'spec/openapi.yaml'],
  ['my service', "'my service'"],
  ["Karl's", String.raw`'Karl'\''s'`],
])('%s is one word for a shell', (path, word) => expect(shellWord(path)).toBe(word));
