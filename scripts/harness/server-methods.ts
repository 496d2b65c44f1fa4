import { hasMembers, isCount, isNull, isText, isTextRecord } from './guards.ts';
import type { Method } from './protocol.ts';

/** A server that a process has opened: where it is, a key with high limits, one with low ones, and one revoked. */
export interface OpenedServer {
  harness: number;
  baseUrl: string;
  key: string;
  limitedKey: string;
  revokedKey: string;
  /** By the names of plans. */
  planKeys: Readonly<Record<string, string>>;
}

export const openServer: Method<null, OpenedServer> = {
  name: 'open',
  isParams: isNull,
  isResult: hasMembers<OpenedServer>({
    harness: isCount,
    baseUrl: isText,
    key: isText,
    limitedKey: isText,
    revokedKey: isText,
    planKeys: isTextRecord,
  }),
};

/** Advances the virtual clock of a server. */
export const advanceServer: Method<{ harness: number; milliseconds: number }, null> = {
  name: 'advance',
  isParams: hasMembers<{ harness: number; milliseconds: number }>({ harness: isCount, milliseconds: isCount }),
  isResult: isNull,
};

export const closeServer: Method<{ harness: number }, null> = {
  name: 'close',
  isParams: hasMembers<{ harness: number }>({ harness: isCount }),
  isResult: isNull,
};
