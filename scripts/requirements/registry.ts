import { deprecationReported } from './client/deprecation-reported.ts';
import { keySentElsewhere } from './client/key-sent-elsewhere.ts';
import { retryFollows } from './client/retry-follows.ts';
import { retrySafe } from './client/retry-safe.ts';
import { retryStops } from './client/retry-stops.ts';
import { retryWaits } from './client/retry-waits.ts';
import type { Kind } from './kind.ts';
import { operationExists } from './operation/exists.ts';
import { headAsGet } from './operation/head.ts';
import { operationNotDeprecated } from './operation/not-deprecated.ts';
import { pathOrder } from './operation/path-order.ts';
import { requestAccept } from './operation/request-accept.ts';
import { requestEncoding } from './operation/request-encoding.ts';
import { undescribedMethod } from './operation/undescribed-method.ts';
import { unknownPath } from './operation/unknown-path.ts';
import { anyQuery } from './parameter/any-query.ts';
import { parameterDefault } from './parameter/default.ts';
import { queryInOrder } from './parameter/in-order.ts';
import { parameterKeyword } from './parameter/keyword.ts';
import { parameterOptional } from './parameter/optional.ts';
import { precondition } from './parameter/precondition.ts';
import { parameterRepeated } from './parameter/repeated.ts';
import { replayed } from './parameter/replayed.ts';
import { parameterRequired } from './parameter/required.ts';
import { reused } from './parameter/reused.ts';
import { revalidated } from './parameter/revalidated.ts';
import { parameterAsDescribed } from './parameter/schema.ts';
import { parameterShows } from './parameter/shows.ts';
import { undescribedQuery } from './parameter/undescribed-query.ts';
import { unknownIdentifier } from './parameter/unknown-identifier.ts';
import { rateLimitCounted } from './rate-limit/counted.ts';
import { rateLimitEnforced } from './rate-limit/enforced.ts';
import { rateLimitLimit } from './rate-limit/limit.ts';
import { rateLimitPlanFigure } from './rate-limit/plan-figure.ts';
import { rateLimitResets } from './rate-limit/resets.ts';
import { rateLimitRetryAfter } from './rate-limit/retry-after.ts';
import { requestChecked } from './request-body/checked.ts';
import { bodyInOrder } from './request-body/in-order.ts';
import { requestBodyKinds } from './request-body/kinds.ts';
import { namedInRefusal } from './request-body/named-in-refusal.ts';
import { unknownItem } from './request-body/unknown-item.ts';
import { unknownReference } from './request-body/unknown-reference.ts';
import type { Requirement } from './requirement.ts';
import { allStored } from './resource/all-stored.ts';
import { itemBeneath } from './resource/beneath.ts';
import { bulkChanges } from './resource/bulk-changes.ts';
import { bulkListed } from './resource/bulk-listed.ts';
import { bulkResults } from './resource/bulk-results.ts';
import { bytesKept } from './resource/bytes.ts';
import { childShown } from './resource/child-shown.ts';
import { actionAnswers } from './resource/item/action-answers.ts';
import { actionCreatedAt } from './resource/item/action-created-at.ts';
import { actionEffects } from './resource/item/action-effects.ts';
import { actionStates } from './resource/item/action-states.ts';
import { actionUpdatedAt } from './resource/item/action-updated-at.ts';
import { boundedBy } from './resource/item/bounded-by.ts';
import { copies } from './resource/item/copies.ts';
import { itemCreatedAt } from './resource/item/created-at.ts';
import { itemDefaults } from './resource/item/defaults.ts';
import { itemDistinct } from './resource/item/distinct.ts';
import { actionDoneOnce } from './resource/item/done-once.ts';
import { itemEntityTag } from './resource/item/entity-tag.ts';
import { itemHides } from './resource/item/hides.ts';
import { itemIncrements } from './resource/item/increments.ts';
import { itemKept } from './resource/item/kept.ts';
import { laterTime } from './resource/item/later.ts';
import { itemLeaves } from './resource/item/leaves.ts';
import { itemMadeOf } from './resource/item/made-of.ts';
import { noEffectAgain } from './resource/item/no-effect.ts';
import { numbering } from './resource/item/numbering.ts';
import { itemOwner } from './resource/item/owner.ts';
import { refusedInState } from './resource/item/refused-in.ts';
import { refusedWith } from './resource/item/refused-with.ts';
import { itemRemoved } from './resource/item/removed.ts';
import { removedWith } from './resource/item/removed-with.ts';
import { itemRestored } from './resource/item/restored.ts';
import { itemReturns } from './resource/item/returns.ts';
import { setWhen } from './resource/item/set-when.ts';
import { startsAs } from './resource/item/starts-as.ts';
import { actionStored } from './resource/item/stored.ts';
import { itemStores } from './resource/item/stores.ts';
import { itemTaken } from './resource/item/taken.ts';
import { timeUnit } from './resource/item/time-unit.ts';
import { actionUndoes } from './resource/item/undoes.ts';
import { itemUnique } from './resource/item/unique.ts';
import { itemUpdatedAt } from './resource/item/updated-at.ts';
import { upsert } from './resource/item/upsert.ts';
import { listAgrees } from './resource/list/agrees.ts';
import { listAsMany } from './resource/list/as-many.ts';
import { listAtMost } from './resource/list/at-most.ts';
import { listBefore } from './resource/list/before.ts';
import { listCreated } from './resource/list/created.ts';
import { listDefault } from './resource/list/default.ts';
import { listEcho } from './resource/list/echo.ts';
import { listEnds } from './resource/list/ends.ts';
import { listEvery } from './resource/list/every.ts';
import { listFields } from './resource/list/fields.ts';
import { listIncluded } from './resource/list/included.ts';
import { listMore } from './resource/list/more.ts';
import { listNext } from './resource/list/next.ts';
import { listOfDay } from './resource/list/of-day.ts';
import { listOnce } from './resource/list/once.ts';
import { listOnly } from './resource/list/only.ts';
import { listOrdered } from './resource/list/ordered.ts';
import { listPageCount } from './resource/list/page-count.ts';
import { listPages } from './resource/list/pages.ts';
import { listRange } from './resource/list/range.ts';
import { listRefused } from './resource/list/refused.ts';
import { listRemoved } from './resource/list/removed.ts';
import { listSearch } from './resource/list/search.ts';
import { listSorted } from './resource/list/sorted.ts';
import { listTotal } from './resource/list/total.ts';
import { listReplaced } from './resource/list-replaced.ts';
import { listsBy } from './resource/lists-by.ts';
import { partShown } from './resource/part-shown.ts';
import { sameOrder } from './resource/same-order.ts';
import { searchFinds } from './resource/search-finds.ts';
import { markShown } from './resource/shown-in.ts';
import { itemTally } from './resource/tally.ts';
import { acceptedMediaType } from './response/accepted-media-type.ts';
import { bodyComputed } from './response/body-computed.ts';
import { bodyKeyword } from './response/body-keyword.ts';
import { bodyRequired } from './response/body-required.ts';
import { bodySchema } from './response/body-schema.ts';
import { bodyStatus } from './response/body-status.ts';
import { bodySurplus } from './response/body-surplus.ts';
import { bodyTimeUnit } from './response/body-time-unit.ts';
import { responseContent } from './response/content.ts';
import { responseFailure } from './response/failure.ts';
import { givenBack } from './response/given-back.ts';
import { headerMeaning } from './response/header-meaning.ts';
import { headerPresent } from './response/header-present.ts';
import { headerSchema } from './response/header-schema.ts';
import { passwordShown } from './response/password-shown.ts';
import { responseStatus } from './response/status.ts';
import { undocumentedResponse } from './response/undocumented.ts';
import { securityAccepts } from './security/accepts.ts';
import { securityAccount } from './security/account.ts';
import { securityAltered } from './security/altered.ts';
import { securityAsked } from './security/asked.ts';
import { securityEmpty } from './security/empty.ts';
import { securityEnded } from './security/ended.ts';
import { securityNone } from './security/none.ts';
import { securityOpen } from './security/open.ts';
import { securityOrder } from './security/order.ts';
import { securityPlace } from './security/place.ts';
import { securityRevoked } from './security/revoked.ts';
import { securityRole } from './security/role.ts';
import { securityScheme } from './security/scheme.ts';
import { securitySchemeCase } from './security/scheme-case.ts';
import { securityShows } from './security/shows.ts';
import { securityToken } from './security/token.ts';
import { securityUnknown } from './security/unknown.ts';
import { wrongPassword } from './security/wrong-password.ts';
import { workflow } from './workflow/workflow.ts';

/** Every kind of requirement there is, in the order in which reports show them. */
export const kinds: readonly Kind[] = [
  operationExists,
  headAsGet,
  requestEncoding,
  requestAccept,
  undescribedMethod,
  pathOrder,
  unknownPath,
  parameterKeyword,
  parameterAsDescribed,
  parameterRequired,
  parameterOptional,
  parameterDefault,
  parameterShows,
  parameterRepeated,
  queryInOrder,
  unknownIdentifier,
  unknownItem,
  unknownReference,
  bodyInOrder,
  namedInRefusal,
  requestChecked,
  precondition,
  revalidated,
  replayed,
  reused,
  undescribedQuery,
  anyQuery,
  ...requestBodyKinds,
  securityOpen,
  securityShows,
  securityAccepts,
  securitySchemeCase,
  securityNone,
  securityUnknown,
  securityAltered,
  securityRevoked,
  securityEmpty,
  securityScheme,
  securityOrder,
  securityAsked,
  wrongPassword,
  securityToken,
  securityAccount,
  securityEnded,
  securityRole,
  securityPlace,
  keySentElsewhere,
  responseStatus,
  headerPresent,
  headerSchema,
  headerMeaning,
  responseContent,
  acceptedMediaType,
  bodyKeyword,
  bodyRequired,
  bodySurplus,
  bodySchema,
  bodyStatus,
  bodyComputed,
  bodyTimeUnit,
  undocumentedResponse,
  passwordShown,
  responseFailure,
  itemKept,
  givenBack,
  itemDefaults,
  startsAs,
  timeUnit,
  laterTime,
  itemLeaves,
  itemCreatedAt,
  actionCreatedAt,
  itemUpdatedAt,
  itemIncrements,
  actionUpdatedAt,
  itemEntityTag,
  itemOwner,
  itemHides,
  itemUnique,
  itemDistinct,
  itemTaken,
  itemReturns,
  itemBeneath,
  actionAnswers,
  actionEffects,
  actionStored,
  itemStores,
  actionStates,
  itemRestored,
  itemMadeOf,
  copies,
  numbering,
  actionDoneOnce,
  refusedInState,
  refusedWith,
  boundedBy,
  noEffectAgain,
  actionUndoes,
  setWhen,
  itemTally,
  upsert,
  allStored,
  bulkChanges,
  bulkResults,
  bulkListed,
  sameOrder,
  bytesKept,
  markShown,
  childShown,
  partShown,
  listReplaced,
  listCreated,
  listRefused,
  listAgrees,
  itemRemoved,
  removedWith,
  listRemoved,
  listIncluded,
  listOnce,
  listAtMost,
  listAsMany,
  listDefault,
  listOnly,
  listFields,
  listEvery,
  listRange,
  listOfDay,
  listSorted,
  listOrdered,
  listSearch,
  searchFinds,
  listsBy,
  listTotal,
  listPageCount,
  listPages,
  listBefore,
  listNext,
  listMore,
  listEnds,
  listEcho,
  rateLimitCounted,
  rateLimitEnforced,
  rateLimitLimit,
  rateLimitResets,
  rateLimitRetryAfter,
  rateLimitPlanFigure,
  retryWaits,
  retryFollows,
  retrySafe,
  retryStops,
  operationNotDeprecated,
  deprecationReported,
  workflow,
];

const byId = new Map(kinds.map((kind) => [kind.id, kind]));

/** The kind of a requirement of the catalogue. */
export function kindOf({ kind: id }: Pick<Requirement, 'kind'>): Kind {
  const kind = byId.get(id);
  if (kind === undefined) throw new Error(`There is no kind of requirement ${id}.`);
  return kind;
}
