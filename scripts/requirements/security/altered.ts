import { sharedLetters } from './credential-faults.ts';
import { alteredKeys } from './wrong-credentials.ts';
import { wrongKeyKind } from './wrong-key.ts';

/** A key that is nearly the right one. */
export const securityAltered = wrongKeyKind({
  wrong: 'altered',
  statement: 'A key with a letter added, dropped or changed must be refused.',
  keys: alteredKeys,
  taken: [
    ['a key with more after it', (sent, key) => sent.startsWith(key)],
    ['a key with more before it', (sent, key) => sent.endsWith(key)],
    ['the beginning of a key', (sent, key) => sent !== '' && key.startsWith(sent)],
    ['the end of a key', (sent, key) => sent !== '' && key.endsWith(sent)],
    ['a key in another case', (sent, key) => sent.toLowerCase() === key.toLowerCase()],
    [
      'a key with another letter',
      (sent, key) => sent.length === key.length && sharedLetters(sent, key) === key.length - 1,
    ],
    ['a key whose first half is right', (sent, key) => sent.startsWith(key.slice(0, key.length / 2))],
  ],
  sent: [
    ['the key in capitals', (key) => key.toUpperCase()],
    ['the key cut short', (key) => key.slice(0, -1)],
  ],
});
