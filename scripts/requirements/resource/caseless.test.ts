import { expect, test } from 'vitest';
import { ignoresCase, inOtherCase } from './caseless.ts';

test.each<[text: string, isSaid: boolean]>([
  ['Names are unique, whatever their case.', true],
  ['Searches the title, regardless of case.', true],
  ['A case-insensitive text.', true],
  ['It is compared case insensitively.', true],
  ['The case does not matter in this shop.', false],
  ['It is case-sensitive.', false],
  ['It is not case-insensitive.', false],
  ['Whatever the case may be.', false],
])('%s', (text, isSaid) => expect(ignoresCase(text)).toBe(isSaid));

test.each([
  ['Seed 7', 'sEED 7'],
  ['7', undefined],
])('%s is %s in the other case', (text, other) => expect(inOtherCase(text)).toBe(other));
