import { defineKind } from '../kind.ts';
import { operationOf } from '../message-context.ts';
import type { CarriedCredential } from './carried-credential.ts';
import { sendsCredential, takes } from './credential-faults.ts';
import {
  carriersOf,
  clientAdvice,
  contractAdvice,
  listClosed,
  schemeOf,
  section,
  serverAdvice,
  singleCarriers,
} from './operation-security.ts';
import { judgeCredential } from './read-credential.ts';
import { otherSchemes, wrongCases } from './wrong-credentials.ts';

/** The key of a scheme of HTTP, sent in another way. */
export const securityScheme = defineKind({
  id: '{operationId}.security.scheme',
  section,
  list: (context, operation) => {
    const { service } = context.description;
    if (operation === null || !carriersOf(service, operation).some(schemeOf)) return [];
    const isShown = singleCarriers(service, operation).some(schemeOf);
    return listClosed(
      context,
      operation,
      'The key must be sent with its own scheme; otherwise it must be refused.',
      isShown,
    );
  },
  contractAdvice,
  server: {
    reach: { by: 'cases', cases: (context, operation) => wrongCases(context, operation, otherSchemes) },
    faults: (context, { subject }) => {
      const fault = (what: string, isTaken: (carried: CarriedCredential, key: string) => boolean) =>
        takes(context, subject, `the key ${what}`, isTaken);
      const carriers = singleCarriers(context.description.service, operationOf(context, subject));
      const isOtherOwn = carriers.some((one) => one.kind === 'header' && one.name.toLowerCase() === 'x-api-key');
      return [
        fault('with another scheme', ({ scheme, holdsKey }) => scheme === 'other' && holdsKey),
        fault('without a scheme', ({ header }, key) => header === key),
        ...(isOtherOwn ? [] : [fault('in another header', ({ otherHeader }, key) => otherHeader === key)]),
        fault('in the query', ({ queried }, key) => queried.includes(key)),
      ];
    },
    advice: serverAdvice,
  },
  client: {
    callerValue: () => null,
    reach: {
      by: 'requests',
      refusedAt: () => 'credential',
      judge: ({ credential }) => judgeCredential(credential, 'scheme'),
    },
    faults: (context, { subject }) => {
      const carriers = carriersOf(context.description.service, operationOf(context, subject));
      const other = carriers.some(({ kind }) => kind === 'basic') ? 'Digest' : 'Basic';
      const header = (what: string, write: (key: string) => string) =>
        sendsCredential(context, subject, what, (key) => ({ headers: [['Authorization', write(key)]], query: [] }));
      return [header('another scheme', (key) => `${other} ${key}`), header('no scheme', (key) => key)];
    },
    advice: clientAdvice,
  },
});
