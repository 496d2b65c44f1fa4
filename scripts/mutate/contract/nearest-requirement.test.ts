import { expect, test } from 'vitest';
import type { Requirement } from '../../requirements/requirement.ts';
import { requirementWith } from '../../test/requirement.ts';
import { nearestRequirement } from './nearest-requirement.ts';

const keyword = (operationId: string, name: string, word: string): Requirement =>
  requirementWith({
    id: `${operationId}.parameters.query.${name}.${word}`,
    kind: '{operationId}.parameters.{in}.{name}.{keyword}',
    subject: { operationId, in: 'query', name, keyword: word },
    operationId,
    section: 'Parameters',
  });
const optional = (operationId: string, name: string): Requirement =>
  requirementWith({
    id: `${operationId}.parameters.query.${name}.optional`,
    kind: '{operationId}.parameters.{in}.{name}.optional',
    subject: { operationId, in: 'query', name },
    operationId,
    section: 'Parameters',
  });
const exists = (operationId: string): Requirement => requirementWith({ id: `${operationId}.exists`, operationId });

const wanted = keyword('listBooks', 'size', 'maximum');
test.each<[name: string, all: Requirement[], nearest: string | undefined]>([
  ['itself', [keyword('listBooks', 'size', 'type'), wanted], 'listBooks.parameters.query.size.maximum'],
  [
    'one of the same parameter',
    [keyword('listBooks', 'page', 'maximum'), optional('listBooks', 'size')],
    'listBooks.parameters.query.size.optional',
  ],
  [
    'of these one of the same kind',
    [optional('listBooks', 'size'), keyword('listBooks', 'size', 'type')],
    'listBooks.parameters.query.size.type',
  ],
  [
    'one of the same section',
    [{ ...optional('listBooks', 'size'), section: 'Lists' }, keyword('listBooks', 'page', 'type')],
    'listBooks.parameters.query.page.type',
  ],
  ['one of the same operation', [keyword('readBook', 'size', 'maximum'), exists('listBooks')], 'listBooks.exists'],
  ['the first, where nothing is common', [exists('addBook'), exists('readBook')], 'addBook.exists'],
  ['none', [], undefined],
])('the nearest requirement is %s', (_, all, nearest) => expect(nearestRequirement(all, wanted)?.id).toBe(nearest));
