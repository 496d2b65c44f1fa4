import { clientKind } from './client/client-kind.ts';
import { contractKind } from './contract/contract-kind.ts';
import { generatedKind } from './generated/generated-kind.ts';
import type { Kind } from './kind.ts';
import { serverKind } from './server/server-kind.ts';

/** Every kind of mutants there is, in the order in which they are reported. */
export const kinds: readonly Kind[] = [contractKind, serverKind, clientKind, generatedKind];
