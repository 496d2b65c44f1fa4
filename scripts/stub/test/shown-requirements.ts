import type { Description } from '../../openapi/description.ts';
import { catalogueOf } from '../../requirements/catalogue.ts';
import type { Requirement } from '../../requirements/requirement.ts';
import type { ResponseSet } from '../../requirements/response/response-sets.ts';
import { shownBy } from '../../requirements/response/shown-requirements.ts';
import { shownResponse } from '../../requirements/response/shown-response.ts';
import { withoutWorkflows } from '../../requirements/test/without-workflows.ts';
import type { DocumentedStubResponse } from '../responses/response.ts';

/** What the responses of a set have to keep. */
export function requirementsIn(description: Description, set: ResponseSet): Requirement[] {
  return catalogueOf(withoutWorkflows(description), 'server').filter(
    ({ operationId }) => operationId === (set.operation?.id ?? null),
  );
}

/** Gives the ids of the requirements of a set that a documented response shows to a client. */
export function shownIn(description: Description, set: ResponseSet): (one: DocumentedStubResponse) => string[] {
  const own = requirementsIn(description, set);
  return ({ statusKey: status, documented, response }) =>
    shownBy(shownResponse({ set, status, response: documented }, response), own).map(({ id }) => id);
}
