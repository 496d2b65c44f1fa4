import { defineKind } from '../kind.ts';
import { operationOf } from '../message-context.ts';
import { sendsKey, takes } from './credential-faults.ts';
import {
  clientAdvice,
  contractAdvice,
  listClosed,
  schemeOf,
  section,
  serverAdvice,
  singleCarriers,
} from './operation-security.ts';
import { judgeCredential } from './read-credential.ts';
import { emptyCredentials, wrongCases } from './wrong-credentials.ts';

/** A credential without a key. */
export const securityEmpty = defineKind({
  id: '{operationId}.security.empty',
  section,
  list: (context, operation) => {
    const isShown = singleCarriers(context.description.service, operation).length > 0;
    return listClosed(context, operation, 'An empty or blank credential must be refused.', isShown);
  },
  contractAdvice,
  server: {
    reach: { by: 'cases', cases: (context, operation) => wrongCases(context, operation, emptyCredentials) },
    faults: (context, { subject }) => [
      takes(
        context,
        subject,
        'an empty or blank credential',
        ({ key, isNone, scheme }) => !isNone && (key ?? '').trim() === '' && scheme === 'own',
      ),
      ...(singleCarriers(context.description.service, operationOf(context, subject)).some(schemeOf)
        ? [takes(context, subject, 'an empty header', ({ header }) => header === '')]
        : []),
    ],
    advice: serverAdvice,
  },
  client: {
    callerValue: () => null,
    reach: {
      by: 'requests',
      refusedAt: () => 'credential',
      judge: ({ credential }) => judgeCredential(credential, 'empty'),
    },
    faults: (context, { subject }) => [sendsKey(context, subject, 'an empty credential', () => '')],
    advice: clientAdvice,
  },
});
