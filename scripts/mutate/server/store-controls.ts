import { type Exact, isExactObject, writeExact } from '../../http/exact-json.ts';
import { jsonIn, withJson } from '../../http/message-changes.ts';
import { enumOf, viewSchema } from '../../openapi/schemas/schema-view.ts';
import { answering } from '../../requirements/fault.ts';
import type { MessageContext } from '../../requirements/message-context.ts';
import { type Control, control } from './control.ts';
import { filled, inOrder, renamed } from './store-wrappers.ts';

const offset = 2 ** 40;

/** Other orders, other identifiers, and servers that are not empty. */
export function storeControls(context: MessageContext): Control[] {
  return [
    control(
      'oldest first',
      inOrder(context, (items) => items),
    ),
    control(
      'by their texts',
      inOrder(context, (items) => items.toSorted((a, b) => (writeExact(a) < writeExact(b) ? -1 : 1))),
    ),
    control(
      'in an order of no sense',
      inOrder(context, (items) => items.toSorted((a, b) => scattered(a) - scattered(b))),
    ),
    ...[3, 45, 150].map((count) => control(`${count} things are there already`, filled(context, count))),
    control(
      'large identifiers',
      renamed(
        context,
        (id) => id + offset,
        (id) => id - offset,
      ),
    ),
    control(
      'identifiers in no order',
      renamed(
        context,
        (id) => id * 7_919,
        (id) => (id % 7_919 === 0 ? id / 7_919 : -Math.abs(id) - 1),
      ),
    ),
    control(
      'identifiers that go down',
      renamed(
        context,
        (id) => 1_000_000 - id,
        (id) => 1_000_000 - id,
      ),
    ),
    ...presets(context),
  ];
}

/** A number for an item that has nothing to do with when it was made. */
function scattered(item: Exact): number {
  return [...writeExact(item)].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 65_521, 7);
}

/** What may be left out gets a value of its own on creation. */
function presets(context: MessageContext): Control[] {
  return context.resources.flatMap(({ create }) => {
    const schema = create === undefined ? undefined : context.requestSchemaOf(create);
    if (create === undefined || schema === undefined) return [];
    const { contract } = context.description;
    const view = viewSchema(contract, schema);
    const optional = [...view.properties].flatMap(([name, pointer]): [string, Exact][] => {
      const [value] = enumOf(viewSchema(contract, pointer)) ?? [];
      return view.required.has(name) || value === undefined ? [] : [[name, value]];
    });
    return optional.map(([name, value]) =>
      control(
        `${name} has a value when it was left out`,
        answering(context.isTo(create), (request, send) => {
          const body = jsonIn(request.body);
          return send(
            isExactObject(body) && body[name] === undefined && context.violations('request', schema, body).length === 0
              ? withJson(request, { ...body, [name]: value })
              : request,
          );
        }),
      ),
    );
  });
}
