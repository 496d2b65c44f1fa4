import { defineKind } from '../kind.ts';
import { sendsKey, sharedLetters, takesKey } from './credential-faults.ts';
import {
  clientAdvice,
  contractAdvice,
  listClosed,
  section,
  serverAdvice,
  singleCarriers,
} from './operation-security.ts';
import { judgeCredential } from './read-credential.ts';
import { alteredKeys, wrongCases } from './wrong-credentials.ts';

/** A key that is nearly the right one. */
export const securityAltered = defineKind({
  id: '{operationId}.security.altered',
  section,
  list: (context, operation) => {
    const isShown = singleCarriers(context.description.service, operation).length > 0;
    return listClosed(context, operation, 'A key with a letter added, dropped or changed must be refused.', isShown);
  },
  contractAdvice,
  server: {
    reach: { by: 'cases', cases: (context, operation) => wrongCases(context, operation, alteredKeys) },
    faults: (context, { subject }) => {
      const fault = (what: string, isTaken: (sent: string, key: string) => boolean) =>
        takesKey(context, subject, what, isTaken);
      return [
        fault('a key with more after it', (sent, key) => sent.startsWith(key)),
        fault('a key with more before it', (sent, key) => sent.endsWith(key)),
        fault('the beginning of a key', (sent, key) => sent !== '' && key.startsWith(sent)),
        fault('the end of a key', (sent, key) => sent !== '' && key.endsWith(sent)),
        fault('a key in another case', (sent, key) => sent.toLowerCase() === key.toLowerCase()),
        fault(
          'a key with another letter',
          (sent, key) => sent.length === key.length && sharedLetters(sent, key) === key.length - 1,
        ),
        fault('a key whose first half is right', (sent, key) => sent.startsWith(key.slice(0, key.length / 2))),
      ];
    },
    advice: serverAdvice,
  },
  client: {
    callerValue: () => null,
    reach: {
      by: 'requests',
      needsRightKey: true,
      refusedAt: () => 'credential',
      judge: ({ credential }) => judgeCredential(credential, 'altered'),
    },
    faults: (context, { subject }) => [
      sendsKey(context, subject, 'the key in capitals', (key) => key.toUpperCase()),
      sendsKey(context, subject, 'the key cut short', (key) => key.slice(0, -1)),
    ],
    advice: clientAdvice,
  },
});
