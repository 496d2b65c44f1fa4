import { clientKind } from './client/client-kind.ts';
import { contractKind } from './contract/contract-kind.ts';
import { generatedKind } from './generated/generated-kind.ts';
import type { Kind } from './kind.ts';
import { serverKind } from './server/server-kind.ts';
import { sourceKind } from './source/source-kind.ts';

/** The kinds of mutants of the contract's requirements, in the order in which they are reported. */
export const kinds: readonly Kind[] = [contractKind, serverKind, clientKind, generatedKind];

/** With those that are tried only when they are asked for, as they take long. */
export const allKinds: readonly Kind[] = [...kinds, sourceKind];
