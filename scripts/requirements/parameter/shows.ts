import { type Exact, isExactObject } from '../../http/exact-json.ts';
import { type Answer, isSuccess } from '../../http/exchange.ts';
import { withQuery } from '../../http/message-changes.ts';
import { ownValue } from '../../http/own-value.ts';
import { partAt } from '../../openapi/contract.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { usualIdentifiers } from '../../openapi/resources/item-identifier.ts';
import { type ShownParts, shownPartsOf, thingsShown } from '../../openapi/resources/shown-parts.ts';
import { answering, faultDraft } from '../fault.ts';
import type { OutOfReach, Violation } from '../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../kind.ts';
import { isWithTexts, parameterOf, subjectOf, titleOf } from './parameter.ts';
import { placeValue, withoutParameter } from './place-value.ts';

const id = '{operationId}.parameters.{in}.{name}.shows';

// More names than these are not tried.
const mostNames = 4;

/** A query parameter that says what is shown of a thing: `fields=name`, or `expand[]=customer`. */
export const parameterShows = defineKind({
  id,
  section: () => 'Parameters',
  list: ({ description: { contract } }, operation) =>
    operation === null
      ? []
      : shownPartsOf(contract, operation).map(({ parameter, by }) => ({
          subject: subjectOf(operation, parameter),
          pointer: partAt(contract, parameter.pointer).pointer,
          statement:
            by === 'alone'
              ? `Of the properties that ${titleOf(parameter)} may name, those alone must be shown that it names.`
              : `What ${titleOf(parameter)} names must be shown as a whole, in the place of its identifier.`,
        })),
  contractAdvice: () => 'change the parameter',
  server: {
    reach: { by: 'comparisons', probe: probeParts },
    faults: (context, { subject }) => {
      const { operation, parameter } = parameterOf(context, subject);
      const isAbout = isWithTexts(context, operation, parameter, (texts) => texts.length > 0);
      return [
        faultDraft(
          'ignored',
          answering(isAbout, (request, send) => send(withQuery(request, parameter.name, []))),
        ),
      ];
    },
    advice: ({ name }) => `Show of an item what ${name} asks for.`,
  },
  client: null,
});

async function* probeParts({ context, call }: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  for (const parts of shownPartsOf(context.description.contract, operation)) {
    const { parameter } = parts;
    const bare = withoutParameter(await context.source.base(operation, 'required'), parameter);
    const without = await call(bare);
    for (const name of parts.names.slice(0, mostNames)) {
      const value: Exact = parameter.types.includes('array') ? [name] : name;
      const answer = await call(placeValue(bare, parameter, value));
      yield { subject: subjectOf(operation, parameter), answer, judgement: judge(parts, name, without, answer) };
    }
  }
}

const nothingShown: OutOfReach = { outOfReach: 'Nothing was shown of which the parameter could have said how.' };

function judge(parts: ShownParts, name: string, without: Answer, answer: Answer): 'kept' | Violation | OutOfReach {
  if (!isSuccess(without.response) || !isSuccess(answer.response)) return nothingShown;
  const [all, shown] = [without, answer].map(({ body }) => thingsShown(parts, body));
  return parts.by === 'alone' ? alone(parts, name, all ?? [], shown ?? []) : whole(name, all ?? [], shown ?? []);
}

type Things = ReturnType<typeof thingsShown>;

/** What every response must have says nothing, nor does the identifier, which most servers show in any case. */
function alone({ names, item }: ShownParts, name: string, all: Things, shown: Things): 'kept' | Violation | OutOfReach {
  const others = names.filter(
    (one) =>
      one !== name &&
      !item.required.has(one) &&
      !usualIdentifiers.includes(one) &&
      all.some((thing) => ownValue(thing, one) !== undefined),
  );
  if (others.length === 0 || shown.length === 0) return nothingShown;
  const surplus = others.find((one) => shown.some((thing) => ownValue(thing, one) !== undefined));
  if (surplus !== undefined)
    return { documented: `Of ${names.join(', ')}, ${name} alone.`, received: `${surplus} as well` };
  const isMissing =
    all.every((thing) => ownValue(thing, name) !== undefined) &&
    shown.some((thing) => ownValue(thing, name) === undefined);
  return isMissing ? { documented: `${name}, which was asked for.`, received: `nothing called ${name}` } : 'kept';
}

function whole(name: string, all: Things, shown: Things): 'kept' | Violation | OutOfReach {
  const isIdentifier = (value: Exact | undefined) => typeof value === 'string' || typeof value === 'number';
  if (!all.some((thing) => isIdentifier(ownValue(thing, name)))) return nothingShown;
  const other = shown.find((thing) => isIdentifier(ownValue(thing, name)));
  if (other !== undefined)
    return { documented: `${name} as a whole, which was asked for.`, received: JSON.stringify(ownValue(other, name)) };
  return shown.some((thing) => isObject(ownValue(thing, name))) ? 'kept' : nothingShown;
}

function isObject(value: Exact | undefined): boolean {
  return value !== undefined && isExactObject(value);
}
