import type { Kind } from './kind.ts';
import { operationExists } from './operation/exists.ts';
import { pathOrder } from './operation/path-order.ts';
import { requestAccept } from './operation/request-accept.ts';
import { requestEncoding } from './operation/request-encoding.ts';
import { undescribedMethod } from './operation/undescribed-method.ts';
import { unknownPath } from './operation/unknown-path.ts';
import { parameterOptional } from './parameter/optional.ts';
import { parameterRequired } from './parameter/required.ts';
import { rateLimitCounted } from './rate-limit/counted.ts';
import { rateLimitEnforced } from './rate-limit/enforced.ts';
import { rateLimitLimit } from './rate-limit/limit.ts';
import { rateLimitResets } from './rate-limit/resets.ts';
import type { Requirement } from './requirement.ts';
import { securityAccepts } from './security/accepts.ts';
import { securityAltered } from './security/altered.ts';
import { securityEmpty } from './security/empty.ts';
import { securityNone } from './security/none.ts';
import { securityOpen } from './security/open.ts';
import { securityOrder } from './security/order.ts';
import { securityPlace } from './security/place.ts';
import { securityScheme } from './security/scheme.ts';
import { securityUnknown } from './security/unknown.ts';
import { workflow } from './workflow/workflow.ts';

/** Every kind of requirement there is, in the order in which reports show them. */
export const kinds: readonly Kind[] = [
  operationExists,
  requestEncoding,
  requestAccept,
  undescribedMethod,
  pathOrder,
  unknownPath,
  parameterRequired,
  parameterOptional,
  securityOpen,
  securityAccepts,
  securityNone,
  securityUnknown,
  securityAltered,
  securityEmpty,
  securityScheme,
  securityOrder,
  securityPlace,
  rateLimitCounted,
  rateLimitEnforced,
  rateLimitLimit,
  rateLimitResets,
  workflow,
];

const byId = new Map(kinds.map((kind) => [kind.id, kind]));

/** The kind of a requirement of the catalogue. */
export function kindOf({ kind: id }: Pick<Requirement, 'kind'>): Kind {
  const kind = byId.get(id);
  if (kind === undefined) throw new Error(`There is no kind of requirement ${id}.`);
  return kind;
}
