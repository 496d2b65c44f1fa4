import type { Proof } from '../../verify/run.ts';
import { Wire } from './wire.ts';
import type { Control } from './control.ts';
import { headerControls } from './header-controls.ts';
import { jsonControls } from './json-controls.ts';
import type { Trial } from '../kind.ts';
import { leewayControls } from './leeway-controls.ts';
import { openServerTrial } from './server-trial.ts';
import { storeControls } from './store-controls.ts';

export type { Control } from './control.ts';

/** Servers that depart from the reference server, and not from its contract: no run may tell any of them. */
export function serverControls(proof: Proof): Control[] {
  const wire = new Wire(proof);
  return [{ name: 'nothing at all', wrap: (send) => send, isUnseen: true }, ...jsonControls(wire), ...headerControls(wire), ...storeControls(wire), ...leewayControls(wire)];
}

export function openControls(proof: Proof): Promise<Trial> {
  return openServerTrial(proof, serverControls(proof).map(({ name, ...control }) => ({ ...control, id: name, factIds: [], what: name })));
}
