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
import { unknownKeys, wrongCases } from './wrong-credentials.ts';

/** A key that nobody has. */
export const securityUnknown = defineKind({
  id: '{operationId}.security.unknown',
  section,
  list: (context, operation) => {
    const isShown = singleCarriers(context.description.service, operation).length > 0;
    return listClosed(context, operation, 'A key that nobody has must be refused.', isShown);
  },
  contractAdvice,
  server: {
    reach: { by: 'cases', cases: (context, operation) => wrongCases(context, operation, unknownKeys) },
    faults: (context, { subject }) => [
      takesKey(
        context,
        subject,
        'a key that nobody has',
        (sent, key) => sent.length === key.length && sharedLetters(sent, key) < key.length / 2,
      ),
      takesKey(
        context,
        subject,
        'any word',
        (sent, key) => sent !== '' && sent.length < key.length / 2 && !key.includes(sent),
      ),
    ],
    advice: serverAdvice,
  },
  client: {
    callerValue: () => null,
    reach: {
      by: 'requests',
      needsRightKey: true,
      refusedAt: () => 'credential',
      judge: ({ credential }) => judgeCredential(credential, 'unknown'),
    },
    faults: (context, { subject }) => [sendsKey(context, subject, 'another key', () => 'nobodys')],
    advice: clientAdvice,
  },
});
