import { headerOf } from '../../http/exchange.ts';
import { headerViolations } from '../../openapi/parameters/response-header.ts';
import type { FaultDraft } from '../fault.ts';
import type { Judgement, OutOfReach } from '../judgement.ts';
import { defineKind } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import type { Requirement } from '../requirement.ts';
import { headerFault } from './header-fault.ts';
import { isShownHeader, nearnessOfHeader, neverSent } from './header-outcome.ts';
import { listForResponses, sectionOf } from './listed-responses.ts';
import { seenByClient } from './response-fault.ts';
import type { SeenResponse } from './seen-response.ts';

const id = '{set}.responses.{status}.headers.{name}.schema';

/** A header, where it is there, is as its schema says. */
export const headerSchema = defineKind({
  id,
  section: sectionOf,
  list: (context, operation) =>
    listForResponses(context, operation, ({ set, status, response }) =>
      response.headers.map(({ name, pointer }) => ({
        subject: { set: set.name, status, name },
        pointer,
        statement: `The header ${name} of a ${status} response must match its schema.`,
      })),
    ),
  contractAdvice: () => 'change the header',
  server: {
    reach: {
      by: 'responses',
      judge: (seen, { status, name }) => (seen.status === status ? judge(seen, name) : undefined),
    },
    faults: wrongTexts,
    advice: ({ name }) => `Send the header ${name} as documented.`,
  },
  client: {
    callerValue: () => null,
    reach: { by: 'documented responses', isShownBy: isShownHeader, nearness: nearnessOfHeader },
    faults: (context, requirement) => [
      seenByClient(
        headerFault(context, requirement, requirement.subject, 'another value', (text) =>
          text === undefined ? undefined : `${text}1`,
        ),
      ),
    ],
    advice: ({ name }) => `Let the caller read ${name} as it came.`,
  },
});

function judge(seen: SeenResponse, name: string): Judgement | OutOfReach {
  const header = seen.header(name);
  const text = headerOf(seen.response, name);
  if (header === undefined) return undefined;
  if (text === undefined) return header.required ? undefined : neverSent(name);
  const violation = seen.headerViolation(header, text);
  return violation === undefined ? 'kept' : { documented: `${name}: ${violation}`, received: `${name}: ${text}` };
}

/** Texts that the schema does not allow, one for each keyword that they violate. */
function wrongTexts(context: MessageContext, requirement: Requirement<typeof id>): FaultDraft[] {
  const { status, name } = requirement.subject;
  const header = context.responseOf(requirement, status)?.headers.find((one) => one.name === name);
  if (header === undefined) return [];
  const violatedBy = (text: string) => headerViolations(context.description, header, text)[0]?.keyword;
  const texts = ['many', '', '-1', '0', '1.5', '99999999999999999999', 'x'.repeat(5000)];
  const byKeyword = Map.groupBy(texts, violatedBy);
  byKeyword.delete(undefined);
  const wrong = [...byKeyword.values()].flatMap(([first]) => first ?? []);
  const twice = wrong.length > 0 && violatedBy('60, 60') !== undefined ? ['60, 60'] : [];
  return [...wrong, ...twice].map((text) =>
    headerFault(context, requirement, requirement.subject, `is ${JSON.stringify(text)}`, () => text),
  );
}
