import type { Carrier } from '../../openapi/credentials.ts';
import { defineKind, type Kind } from '../kind.ts';
import { sendsKey, takesKey } from './credential-faults.ts';
import {
  clientAdvice,
  contractAdvice,
  listClosed,
  section,
  serverAdvice,
  singleCarriers,
} from './operation-security.ts';
import { judgeCredential } from './read-credential.ts';
import { type WrongCredential, wrongCases } from './wrong-credentials.ts';

/** How a key is wrong where it stands, as the contract has it, in the right place. */
type Wrong = 'altered' | 'unknown';

/** What one kind of wrong keys says of itself. */
interface WrongKey {
  wrong: Wrong;
  statement: string;
  /** Such keys, as one way of carrying them has them. */
  keys(carrier: Carrier, key: string): readonly WrongCredential[];
  /** Servers that take some of them, and which. */
  taken: readonly (readonly [what: string, isTaken: (sent: string, key: string) => boolean])[];
  /** Clients that send one of them. */
  sent: readonly (readonly [what: string, change: (key: string) => string])[];
}

/** The kind of requirement that a key which is wrong in one way must be refused. */
export function wrongKeyKind({
  wrong,
  statement,
  keys,
  taken,
  sent,
}: WrongKey): Kind<`{operationId}.security.${Wrong}`> {
  return defineKind({
    id: `{operationId}.security.${wrong}`,
    section,
    list: (context, operation) => {
      const isShown = singleCarriers(context.description.service, operation).length > 0;
      return listClosed(context, operation, statement, isShown);
    },
    contractAdvice,
    server: {
      reach: { by: 'cases', cases: (context, operation) => wrongCases(context, operation, keys) },
      faults: (context, { subject }) => taken.map(([what, isTaken]) => takesKey(context, subject, what, isTaken)),
      advice: serverAdvice,
    },
    client: {
      callerValue: () => null,
      reach: {
        by: 'requests',
        needsRightKey: true,
        refusedAt: () => 'credential',
        judge: ({ credential }) => judgeCredential(credential, wrong),
      },
      faults: (context, { subject }) => sent.map(([what, change]) => sendsKey(context, subject, what, change)),
      advice: clientAdvice,
    },
  });
}
