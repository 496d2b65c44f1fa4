import { type Exact, type ExactObject, isExactObject, within } from '../../http/exact-json.ts';
import { withPart } from '../../http/message-changes.ts';
import { ownValue } from '../../http/own-value.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { usualIdentifiers } from '../../openapi/resources/item-identifier.ts';
import { type ShownParts, shownPartsOf, wholeSchema } from '../../openapi/resources/shown-parts.ts';
import type { ValueSource } from '../../openapi/values/values.ts';
import type { SentValues } from '../../requirements/request/request-check.ts';

/** A body with as much of its things as the parameters for that ask for. */
export function asAsked(
  { contract, values }: { contract: Contract; values: ValueSource },
  operation: Operation | null,
  sent: SentValues,
  body: Exact,
): Exact {
  return (operation === null ? [] : shownPartsOf(contract, operation)).reduce((shown, parts) => {
    const value = sent.parameters.get(parts.parameter);
    if (value === undefined) return shown;
    const asked = [value].flat().map(String);
    const show = (thing: Exact) =>
      !isExactObject(thing)
        ? thing
        : parts.by === 'alone'
          ? withThose(parts, asked, thing)
          : withWhole({ contract, values }, parts, asked, thing);
    const found = within(shown, parts.segments);
    if (found === undefined) return shown;
    return withPart(shown, parts.segments, Array.isArray(found) ? found.map(show) : show(found));
  }, body);
}

function withThose({ names, item }: ShownParts, asked: readonly string[], thing: ExactObject): ExactObject {
  const isLeftOut = (name: string) => names.includes(name) && !asked.includes(name) && !item.required.has(name);
  return Object.fromEntries(Object.entries(thing).filter(([name]) => !isLeftOut(name)));
}

/** What is not kept here as a whole is made up, but for its identifier. */
function withWhole(
  { contract, values }: { contract: Contract; values: ValueSource },
  { item }: ShownParts,
  asked: readonly string[],
  thing: ExactObject,
): ExactObject {
  return Object.fromEntries(
    Object.entries(thing).map(([name, value]) => {
      const schema = asked.includes(name) ? wholeSchema(contract, item, name) : undefined;
      const made = schema === undefined || isExactObject(value) ? undefined : values.valueAt(schema, 'all');
      if (made === undefined || value === null || !isExactObject(made)) return [name, value];
      const id = usualIdentifiers.find((one) => ownValue(made, one) !== undefined);
      return [name, id === undefined ? made : { ...made, [id]: value }];
    }),
  );
}
