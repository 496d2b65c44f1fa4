import { sharedLetters } from './credential-faults.ts';
import { unknownKeys } from './wrong-credentials.ts';
import { wrongKeyKind } from './wrong-key.ts';

/** A key that nobody has. */
export const securityUnknown = wrongKeyKind({
  wrong: 'unknown',
  statement: 'A key that nobody has must be refused.',
  keys: unknownKeys,
  taken: [
    ['a key that nobody has', (sent, key) => sent.length === key.length && sharedLetters(sent, key) < key.length / 2],
    ['any word', (sent, key) => sent !== '' && sent.length < key.length / 2 && !key.includes(sent)],
  ],
  sent: [['another key', () => 'nobodys']],
});
