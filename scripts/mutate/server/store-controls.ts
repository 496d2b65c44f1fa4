import { type Exact, isExactObject, writeExact } from '../../verify/exact-json.ts';
import { enumOf, viewSchema } from '../../verify/schema-view.ts';
import { control, type Control } from './control.ts';
import { answering } from './fault.ts';
import { jsonIn, withJson } from '../../verify/message-changes.ts';
import { filled, inOrder, renamed } from './shelf.ts';
import type { Wire } from './wire.ts';

const offset = 2 ** 40;

/** Other orders, other identifiers, and servers that are not empty. */
export function storeControls(wire: Wire): Control[] {
  return [
    control('oldest first', inOrder(wire, (items) => items)),
    control('by their texts', inOrder(wire, (items) => items.toSorted((a, b) => (writeExact(a) < writeExact(b) ? -1 : 1)))),
    control('in an order of no sense', inOrder(wire, (items) => items.toSorted((a, b) => scattered(a) - scattered(b)))),
    ...[3, 45, 150].map((count) => control(`${count} things are there already`, filled(wire, count))),
    control('large identifiers', renamed(wire, (id) => id + offset, (id) => id - offset)),
    control('identifiers in no order', renamed(wire, (id) => id * 7_919, (id) => (id % 7_919 === 0 ? id / 7_919 : -Math.abs(id) - 1))),
    control('identifiers that go down', renamed(wire, (id) => 1_000_000 - id, (id) => 1_000_000 - id)),
    ...presets(wire),
  ];
}

/** A number for an item that has nothing to do with when it was made. */
function scattered(item: Exact): number {
  return [...writeExact(item)].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 65_521, 7);
}

/** What may be left out gets a value of its own on creation. */
function presets(wire: Wire): Control[] {
  return wire.resources.flatMap(({ create }) => {
    const schema = create === undefined ? undefined : wire.requestSchemaOf(create);
    if (create === undefined || schema === undefined) return [];
    const { contract } = wire.description;
    const view = viewSchema(contract, schema);
    const optional = [...view.properties].flatMap(([name, pointer]): [string, Exact][] => {
      const [value] = enumOf(viewSchema(contract, pointer)) ?? [];
      return view.required.has(name) || value === undefined ? [] : [[name, value]];
    });
    return optional.map(([name, value]) => control(`${name} has a value when it was left out`, answering(wire.isTo(create), (request, send) => {
      const body = jsonIn(request.body);
      return send(isExactObject(body) && body[name] === undefined && wire.departures('request', schema, body).length === 0 ? withJson(request, { ...body, [name]: value }) : request);
    })));
  });
}

