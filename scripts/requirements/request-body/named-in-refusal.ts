import type { Exact } from '../../http/exact-json.ts';
import { type Answer, isSuccess } from '../../http/exchange.ts';
import { jsonIn, withJson } from '../../http/message-changes.ts';
import type { Contract } from '../../openapi/contract.ts';
import { pointerTo } from '../../openapi/json.ts';
import { jsonTypesOf } from '../../openapi/json-responses.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { isNameOf, namesIn, namingIn, namingProperty } from '../../openapi/resources/error-names.ts';
import { jsonBodySchema, schemaOf } from '../../openapi/schemas/schema-pointers.ts';
import { viewSchema } from '../../openapi/schemas/schema-view.ts';
import { valuesIn, withValue } from '../../openapi/values/placed-values.ts';
import { altering, faultDraft } from '../fault.ts';
import type { Violation } from '../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../kind.ts';
import { operationOf } from '../message-context.ts';
import type { PlanningContext } from '../planning-context.ts';
import { encodeBody, type RequestParts, sentBody } from '../request/request-parts.ts';
import { shownValue } from '../resource/shown-value.ts';
import { candidatesFor } from '../schema/candidates.ts';
import { section } from './body-requirement.ts';

const id = '{operationId}.requestBody.named';

/** A value that a property may not have. */
interface Invalid {
  steps: readonly string[];
  value: Exact;
}

// Of so many properties, a server has named one or none.
const mostTries = 3;

/** The refusal of a property names it, where its schema has a place for that, as `param`, `field` or `pointer`. */
export const namedInRefusal = defineKind({
  id,
  section,
  list: ({ description: { contract } }, operation) => {
    const pointer = operation === null ? undefined : placeOfName(contract, operation);
    return operation === null || pointer === undefined
      ? []
      : [
          {
            subject: { operationId: operation.id },
            pointer,
            statement: 'The refusal of an invalid property must name that property.',
          },
        ];
  },
  contractAdvice: () => 'change the property',
  server: {
    reach: { by: 'probes', probe: probeNames },
    faults: (context, { subject }) => {
      const isTo = context.isTo(operationOf(context, subject));
      const other = altering((response, request) => {
        const body = isTo(request) && [400, 422].includes(response.status) ? jsonIn(response.body) : undefined;
        return body === undefined ? response : withJson(response, namingIn(body, ['another_one']));
      });
      return [faultDraft('names another one', other)];
    },
    advice: () => 'Name the property that is invalid.',
  },
  client: null,
});

/** What names the invalid property in a 400 or 422, where the operation takes JSON. */
function placeOfName(contract: Contract, operation: Operation): string | undefined {
  if (jsonBodySchema(contract, operation) === undefined) return undefined;
  const refusals = ['400', '422'].flatMap((status) => operation.responses[status] ?? []);
  const schemas = refusals.flatMap((response) =>
    jsonTypesOf(contract, response).flatMap(
      (mediaType) => schemaOf(contract, `${response.pointer}/content${pointerTo(mediaType)}`) ?? [],
    ),
  );
  return schemas.flatMap((schema) => namingProperty(contract, schema) ?? [])[0];
}

async function* probeNames({ context, call }: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const { contract } = context.description;
  const schema = jsonBodySchema(contract, operation);
  if (schema === undefined || placeOfName(contract, operation) === undefined) return;
  const subject = { operationId: operation.id };
  const base = await context.source.base(operation);
  const served = await call(base);
  let shown: Probed<typeof id> = {
    subject,
    answer: served,
    judgement: { outOfReach: 'No refusal has named a property.' },
  };
  const tries = isSuccess(served.response) ? invalidValues(context, schema, sentBody(base)) : [];
  for (const { steps, value } of tries.slice(0, mostTries)) {
    const answer = await call(withBody(await context.source.base(operation), steps, value));
    const judgement = judge(steps.at(-1) ?? '', value, answer);
    if (judgement === undefined) continue;
    shown = { subject, answer, judgement };
    if (judgement !== 'kept') break;
  }
  yield shown;
}

function withBody(parts: RequestParts, steps: readonly string[], value: Exact): RequestParts {
  return { ...parts, body: encodeBody(parts.body?.mediaType ?? '', withValue(sentBody(parts) ?? {}, steps, value)) };
}

// Of these, every server that names properties names the property. Of another type, a parser may refuse the whole.
const bounds = new Set([
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'pattern',
]);

/** Values beyond a bound of the properties of a body, but for those in its lists. */
function invalidValues(context: PlanningContext, schema: string, body: Exact | undefined): Invalid[] {
  const { contract } = context.description;
  const places = body === undefined ? [] : valuesIn(contract, schema, body);
  return places
    .filter(({ steps }) => steps.every((step) => !/^\d+$/.test(step)))
    .flatMap(({ pointer, steps }) => {
      const all = candidatesFor(viewSchema(contract, pointer), context.values).filter(({ keyword }) =>
        bounds.has(keyword),
      );
      const invalid = all.find(({ value }) => !context.isValid('request', pointer, value));
      return invalid === undefined ? [] : [{ steps, value: invalid.value }];
    });
}

/** Undefined where nothing was named: a server need not do so. */
function judge(property: string, value: Exact, { response, body = null }: Answer): 'kept' | Violation | undefined {
  const names = [400, 422].includes(response.status) ? namesIn(body).filter((name) => name !== '') : [];
  if (names.length === 0) return undefined;
  if (names.some((name) => isNameOf(name, property))) return 'kept';
  return {
    documented: `The name of ${property}, which is ${shownValue(value)}.`,
    received: `${response.status}, naming ${names.map((name) => shownValue(name)).join(' and ')}`,
  };
}
