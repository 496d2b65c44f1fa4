import { MessageContext } from '../../requirements/message-context.ts';
import type { RunnableSpecification } from '../../verify/specification.ts';
import type { Trial } from '../kind.ts';
import type { Control } from './control.ts';
import { headerControls } from './header-controls.ts';
import { jsonControls } from './json-controls.ts';
import { leewayControls } from './leeway-controls.ts';
import { openServerTrial } from './server-trial.ts';
import { storeControls } from './store-controls.ts';

export type { Control } from './control.ts';

/**
 * Negative controls: servers that differ from the reference server and keep its contract.
 * Any report is a false positive.
 */
export function serverControls(specification: RunnableSpecification): Control[] {
  const context = new MessageContext(specification);
  return [
    { name: 'nothing at all', wrap: (send) => send, isUnseen: true },
    ...jsonControls(context),
    ...headerControls(context),
    ...storeControls(context),
    ...leewayControls(context),
  ];
}

/** Controls are tried as mutants are: one that is detected is a false positive. */
export function openControls(specification: RunnableSpecification): Promise<Trial> {
  return openServerTrial(
    specification,
    serverControls(specification).map(({ name, ...control }) => ({
      ...control,
      id: name,
      requirementIds: [],
      what: name,
    })),
  );
}
