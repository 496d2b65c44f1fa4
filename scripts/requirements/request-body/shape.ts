import { type Exact, isExactObject, parseExact, writeExact } from '../../http/exact-json.ts';
import { isJson, isReadable } from '../../http/media-types.ts';
import { jsonIn } from '../../http/message-changes.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { invalid, refusals } from '../cases.ts';
import { defineKind } from '../kind.ts';
import { operationOf } from '../message-context.ts';
import type { PlanningContext } from '../planning-context.ts';
import { bodiesOf, usualBodyOf } from './bodies.ts';
import { clientAdvice, section, serverAdvice, wholeBody } from './body-requirement.ts';
import { sendingJson } from './sent-body-faults.ts';
import { type BodyCase, boundBy, changedBody, jsonTaker, refused, takingRequests } from './whole-body.ts';

/** JSON around a body, as it is often put by mistake. */
const envelopes: readonly ((text: string) => string)[] = [
  (text) => `[${text}]`,
  (text) => `{"data":${text}}`,
  (text) => `{"item":${text}}`,
  (text) => JSON.stringify(text),
];

function casesOf(context: PlanningContext, operation: Operation): BodyCase[] {
  const body = usualBodyOf(context.description.contract, operation);
  if (body === undefined || !isJson(body.mediaType)) return [];
  const { schema, mediaType } = body;
  const expectation = refused(refusals(operation, invalid));
  const made = context.values.valueAt(schema, 'all');
  const sample = writeExact(made);
  const others: Exact[] = [[], {}, 'text', 7, true, null];
  return [
    ...others
      .filter((value) => !context.isValid('request', schema, value))
      .flatMap((value) =>
        changedBody(operation, writeExact(value), expectation, () => ({
          mediaType,
          bytes: Buffer.from(writeExact(value)),
        })),
      ),
    ...envelopes
      .filter((wrap) => !context.isValid('request', schema, parseExact(Buffer.from(wrap(sample)))))
      .flatMap((wrap) =>
        changedBody(operation, 'in an envelope', expectation, (own) => ({
          ...own,
          bytes: Buffer.from(wrap(own.bytes.toString())),
        })),
      ),
    ...(itemOf(made) === undefined || context.isValid('request', schema, itemOf(made) ?? null)
      ? []
      : changedBody(operation, 'an item without its list', expectation, (own) => ({
          ...own,
          bytes: Buffer.from(writeExact(itemOf(parseExact(own.bytes)) ?? null)),
        }))),
  ];
}

/** A body that is the bare object: neither in an envelope, nor of another type. */
export const bodyShape = defineKind({
  id: '{operationId}.requestBody.shape',
  section,
  list: (context, operation, side) => {
    if (operation === null) return [];
    const body = bodiesOf(context.description.contract, operation).find(({ mediaType }) => isReadable(mediaType));
    if (body === undefined) return [];
    return [
      {
        subject: { operationId: operation.id },
        pointer: body.schema,
        statement: 'The body must be the bare object: of the described type, and in no envelope.',
        ...(side === 'server' && boundBy(casesOf(context, operation))),
      },
    ];
  },
  contractAdvice: () => 'change the type',
  server: {
    reach: { by: 'cases', cases: casesOf },
    faults: (context, { subject }) => {
      const taker = jsonTaker(context, subject);
      if (taker === undefined) return [];
      return [
        takingRequests(taker, 'takes it in a list', ({ body }) => Array.isArray(jsonIn(body))),
        takingRequests(taker, 'takes it in an envelope', ({ body }) => isEnvelope(jsonIn(body))),
        takingRequests(taker, 'takes a scalar', ({ body }) => /^(string|number|boolean)$/.test(typeof jsonIn(body))),
        ...(itemOf(context.sampleBody(taker.operation) ?? null) === undefined
          ? []
          : [
              takingRequests(taker, 'takes an item without its list', ({ body }) =>
                isExactObject(jsonIn(body) ?? null),
              ),
            ]),
        takingRequests(taker, 'takes an empty object', (_, text) => text.trim() === '{}'),
      ];
    },
    advice: serverAdvice,
  },
  client: {
    callerValue: wholeBody,
    reach: {
      by: 'requests',
      refusedAt: () => 'body',
      judge: ({ body }) => body.violations.get('.shape') ?? (body.reached.size > 0 ? 'kept' : undefined),
    },
    faults: (context, { subject }) => [
      sendingJson(context, operationOf(context, subject), 'in a list', (body) => [body]),
    ],
    advice: clientAdvice,
  },
});

/** The first item of a body that is a list of objects. */
function itemOf(body: Exact): Exact | undefined {
  const [item] = Array.isArray(body) ? body : [];
  return item !== undefined && isExactObject(item) ? item : undefined;
}

function isEnvelope(body: Exact | undefined): boolean {
  const own = isExactObject(body) ? Object.values(body) : [];
  return own.length === 1 && isExactObject(own[0]);
}
