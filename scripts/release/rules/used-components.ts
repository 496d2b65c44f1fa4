import type { Contract } from '../../openapi/contract.ts';
import { listOf, objectOf, pointerTo } from '../../openapi/json.ts';
import { partsOf } from '../../openapi/source/document-walk.ts';
import type { Usage } from './usage.ts';

/** The pointers of the components that the rest of a document refers to, itself or by way of others. */
export type UsedComponents = ReadonlySet<string>;

/** Security schemes are used by their name, and all other components by a reference. */
export function usedComponents({ document }: Contract, usage: Usage): UsedComponents {
  const users = Object.keys(document).filter((name) => name !== 'components');
  const used = users.flatMap((name) => [...usage.referencesFrom(pointerTo(name))]);
  const requirements = [...partsOf(document)].flatMap(({ kind, node }) =>
    kind === 'requirements' ? listOf(node.value).flatMap((one) => Object.keys(objectOf(one))) : [],
  );
  return new Set([...used, ...requirements.map((name) => pointerTo('components', 'securitySchemes', name))]);
}
