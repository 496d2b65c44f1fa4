import { type Exact, isExactObject, within } from '../../http/exact-json.ts';
import { type Answer, isSuccess } from '../../http/exchange.ts';
import { jsonIn, withJson, withPart } from '../../http/message-changes.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { type ShownToKnown, shownToKnown } from '../../openapi/resources/shown-to-known.ts';
import { altering, faultDraft } from '../fault.ts';
import type { OutOfReach, Violation } from '../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../kind.ts';
import { operationOf } from '../message-context.ts';
import { withoutCredential } from '../request/request-parts.ts';
import { shownValue } from '../resource/shown-value.ts';
import { takes } from './credential-faults.ts';
import { section } from './operation-security.ts';

const id = '{operationId}.security.shows.{property}';

/** What only somebody who is known may see, as "Only available when authenticated" says. */
export const securityShows = defineKind({
  id,
  section,
  list: ({ description: { contract } }, operation) =>
    operation === null
      ? []
      : (shownToKnown(contract, operation)?.properties ?? []).map(({ name, pointer }) => ({
          subject: { operationId: operation.id, property: name },
          pointer,
          statement: `${name} must be shown with a credential, and not without one.`,
        })),
  contractAdvice: ({ property }) => `change the description of ${property}`,
  server: {
    reach: { by: 'probes', probe: probeShown },
    faults: (context, { subject }) => {
      const operation = operationOf(context, subject);
      const shown = shownToKnown(context.description.contract, operation);
      const isTo = context.isTo(operation);
      const never = altering((response, request) => {
        const body = shown !== undefined && isTo(request) && isSuccess(response) ? jsonIn(response.body) : undefined;
        return body === undefined || shown === undefined
          ? response
          : withJson(response, withoutProperties(body, shown, [subject.property]));
      });
      return [
        faultDraft('is never shown', never),
        takes(context, { operationId: operation.id }, 'no credential', ({ isNone }) => isNone),
      ];
    },
    advice: ({ property }) => `Show ${property} where the request has a valid credential, and leave it out otherwise.`,
  },
  client: null,
});

async function* probeShown({ context, call }: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const shown = shownToKnown(context.description.contract, operation);
  if (shown === undefined) return;
  const way = operation.security.find((one) => Object.keys(one).length > 0 && context.isGiven(one));
  const parts = { ...(await context.source.base(operation)), ...(way && { credential: context.credentialFor(way) }) };
  const known = await call(parts);
  const others = await call(withoutCredential(parts), { mayBeRefused: true });
  for (const { name } of shown.properties) {
    const subject = { operationId: operation.id, property: name };
    const judgement = judge(name, valuesIn(known, shown, name), valuesIn(others, shown, name));
    yield { subject, answer: typeof judgement === 'object' && 'received' in judgement ? others : known, judgement };
  }
}

/** `known`, `others`: what each thing of an answer has of it. */
function judge(name: string, known: readonly Exact[], others: readonly Exact[]): 'kept' | Violation | OutOfReach {
  const leaked = others.find((value) => value !== null);
  if (leaked !== undefined)
    return { documented: `No ${name} without a credential.`, received: `${name}: ${shownValue(leaked)}` };
  if (known.some((value) => value !== null)) return 'kept';
  if (known.length === 0) return { outOfReach: 'Nothing was shown that may have it.' };
  return { documented: `${name}, with a valid credential.`, received: `no ${name}` };
}

function valuesIn({ response, body = null }: Answer, { list }: ShownToKnown, name: string): Exact[] {
  if (!isSuccess(response)) return [];
  const things = list === undefined ? body : (within(body, list) ?? []);
  return [things].flat().map((thing) => within(thing, [name]) ?? null);
}

/** A body whose things do not have some properties. */
export function withoutProperties(body: Exact, { list }: ShownToKnown, names: readonly string[]): Exact {
  const without = (thing: Exact): Exact =>
    isExactObject(thing) ? Object.fromEntries(Object.entries(thing).filter(([name]) => !names.includes(name))) : thing;
  if (list === undefined) return without(body);
  const things = within(body, list);
  return Array.isArray(things) ? withPart(body, list, things.map(without)) : body;
}
