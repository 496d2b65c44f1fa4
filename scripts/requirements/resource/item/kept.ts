import { type Exact, isExactObject, isSame, within, writeExact } from '../../../http/exact-json.ts';
import type { Answer } from '../../../http/exchange.ts';
import { isForm } from '../../../http/media-types.ts';
import { jsonIn, withJson, withPart } from '../../../http/message-changes.ts';
import { ownValue } from '../../../http/own-value.ts';
import { type Contract, partAt } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { textOf } from '../../../openapi/parameters/scalar-text.ts';
import { usualIdentifiers } from '../../../openapi/resources/item-identifier.ts';
import { itemHolder } from '../../../openapi/resources/item-place.ts';
import { pathNames } from '../../../openapi/resources/own-identifier.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import { asStored } from '../../../openapi/resources/stored-case.ts';
import { isOfOwnKind } from '../../../openapi/schemas/schema-pointers.ts';
import { enumOf, isOfTypes, isTyped, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { type FaultDraft, faultDraft } from '../../fault.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind } from '../../kind.ts';
import type { MessageContext } from '../../message-context.ts';
import type { PlanningContext } from '../../planning-context.ts';
import { itemAsked, pathValue, type RequestParts, sentBody } from '../../request/request-parts.ts';
import { otherValue } from '../other-value.ts';
import { shownValue } from '../shown-value.ts';
import { initialStatesOf } from './initial-states.ts';
import { covers } from './item-difference.ts';
import { answeredProperties, isOfServer, keptBetween, sentHolder } from './item-properties.ts';
import { leftOut } from './left-out.ts';
import { mergedEntries, notRemoved } from './merged-maps.ts';
import { withPlainAmounts } from './plain-amounts.ts';

/** A property of the body of a creation or a change, which comes back as it was sent. */
export const itemKept = defineKind({
  id: '{operationId}.kept.{property}',
  section: () => 'Stored data',
  list: ({ description: { contract }, resources, singletons }, operation) =>
    [...resources, ...singletons].flatMap((resource) => {
      const { create, replace, merge } = resource;
      if (operation === null || ![create, replace, merge].includes(operation)) return [];
      // What comes without a body is kept when it is read so.
      const { properties = [] } = answeredProperties(contract, resource, operation) ?? {};
      return properties.map(({ name, pointer }) => ({
        subject: { operationId: operation.id, property: name },
        pointer: partAt(contract, pointer).pointer,
        statement: `${name} must come back as it was sent.`,
      }));
    }),
  contractAdvice: () => 'change the schemas or the description of both operations',
  server: {
    reach: {
      by: 'items',
      check: (context, seen, judge) => {
        if (seen.of !== 'creation' && seen.of !== 'change') return;
        const { resource, parts, answer } = seen;
        const shown = [
          ...returned(context, resource, parts, answer, seen.of === 'creation' ? seen.others : [seen.before]),
          ...(seen.of === 'change' ? leftOut(context, resource, seen, answer.body) : []),
        ];
        const begun = seen.of === 'creation' ? initialStatesOf(context, parts.operation) : [];
        for (const [property, one] of shown) {
          const isSaid = begun.some((state) => state.property === property);
          const said = { outOfReach: `The description says which ${property} a new item has.` };
          judge({ operationId: parts.operation.id, property }, answer, isSaid ? said : one);
        }
      },
    },
    faults: (context, { subject: { operationId, property } }) => {
      const operation = context.operation(operationId);
      const schema = operation === undefined ? undefined : context.requestSchemaOf(operation);
      if (operation === undefined || schema === undefined) return [];
      return [
        ...changedFaults(context, operation, schema, property),
        ...textFaults(context, operation, schema, property),
      ];
    },
    advice: () => 'Give back what was stored, as it was stored.',
  },
  client: null,
});

/**
 * Each property that was sent, and whether it came back as it was. What every other item has as well, or the item had
 * before, would have come back from a server that does not look at it.
 */
function returned(
  context: PlanningContext,
  resource: Resource,
  parts: RequestParts,
  { body }: Answer,
  others: readonly Exact[],
): [property: string, shown: 'kept' | Violation | OutOfReach][] {
  const { contract } = context.description;
  const place = sentHolder(contract, resource, parts.operation);
  const sent = within(sentBody(parts), place === undefined ? [] : [place.name]);
  const shownIn = answeredProperties(contract, resource, parts.operation);
  if (shownIn === undefined) return [];
  const { properties, answered } = shownIn;
  const itemOf = (value: Exact | undefined) =>
    shownIn.holder === undefined ? value : (within(value, [shownIn.holder]) ?? value);
  const received = itemOf(body);
  if (!isExactObject(sent) || (received !== undefined && !isExactObject(received))) return [];
  const holder = itemHolder(contract, resource);
  if (received === undefined)
    return properties.map(({ name }) => [name, { outOfReach: `No answer has shown ${name}.` }]);
  return properties.flatMap(({ name, pointer, shown, shownAs }): ReturnType<typeof returned> => {
    if (!Object.hasOwn(sent, name) || isOfAnother(contract, resource, parts, name, sent[name])) return [];
    const merged = mergedEntries(contract, resource, parts.operation, { pointer, shownAs }, sent[name] ?? null);
    const allSent = described(contract, pointer, merged.set);
    // A password in it need not come back.
    const allShown = shown === undefined ? allSent : described(contract, shown, allSent, ['readOnly', 'writeOnly']);
    // Of the item in a property, what is kept of it.
    const stored = asStored(contract, [pointer, ...shownAs], allShown);
    if (stored === undefined || !isOfImpliedType(contract, pointer, sent[name])) return [];
    const own =
      name === holder && shown !== undefined
        ? only(
            allShown,
            keptBetween(contract, resource, pointer, shown).map((kept) => kept.name),
          )
        : stored;
    const back = ownValue(received, name);
    const stays = notRemoved(name, merged.removed, back);
    if (stays !== undefined) return [[name, stays]];
    const isKept =
      back === undefined
        ? own === null
        : covers(withPlainAmounts(contract, pointer, back), withPlainAmounts(contract, pointer, own)) ||
          (isForm(parts.body?.mediaType ?? '') && typeof back !== 'object' && textOf(back) === own);
    const violation = {
      documented: `${name} as it was sent: ${shownValue(own)}`,
      received: back === undefined ? `no ${name}` : `${name}: ${shownValue(back)}${whyLost(own, back)}`,
    };
    const isShowable =
      !isNothingLeft(sent[name], own, back) &&
      (shown === undefined
        ? context.isValid('response', answered, { ...received, [name]: own })
        : (own === null && isRemoved(contract, parts, answered, name, shown)) ||
          context.isValid('response', shown, overlaid(back, own)));
    if (!isKept)
      return [[name, isShowable ? violation : { outOfReach: `No response may show the ${name} that was sent.` }]];
    const isOwn = others.some((other) => !isSame(within(itemOf(other), [name]) ?? null, back ?? null));
    return [[name, isOwn ? 'kept' : { outOfReach: `Every item has had the same ${name}.` }]];
  });
}

/** Without a type, a schema of properties allows what is no object, and hardly anybody means that. */
function isOfImpliedType(contract: Contract, pointer: string, sent: Exact = null): boolean {
  const view = viewSchema(contract, pointer);
  return isTyped(view) || isOfTypes(sent, view.types);
}

/** True for an object of which no response may show anything: it may be left out as a whole. */
function isNothingLeft(sent: Exact | undefined, own: Exact, back: Exact | undefined): boolean {
  const isEmpty = (value: Exact) => isExactObject(value) && Object.keys(value).length === 0;
  return back === undefined && isEmpty(own) && !isEmpty(sent ?? null);
}

/** True for what names another thing than the path does: the server may go by the path. */
function isOfAnother(contract: Contract, resource: Resource, parts: RequestParts, name: string, sent: Exact = null) {
  const again = pathNames(parts.operation).find((parameter) => parameter.name === name);
  const inPath = again && pathValue(contract, parts, again);
  if (inPath !== undefined && !isSame(inPath, sent)) return true;
  if (name !== resource.idProperty || parts.operation === resource.create) return false;
  const asked = itemAsked(contract, resource, parts);
  return asked !== undefined && !isSame(asked, sent);
}

/** What a character that came back as U+FFFD may come from: curl sends a body in one piece, and shows nothing of it. */
function whyLost(sent: Exact, back: Exact): string {
  const isLost = (value: Exact) => writeExact(value).includes('\ufffd');
  return isLost(back) && !isLost(sent) ? ', as from a server that reads each piece of a body as a text' : '';
}

/** True where a null removes a property (RFC 7396 section 2), which an item need not have. */
function isRemoved(contract: Contract, { body }: RequestParts, item: string, name: string, shown: string): boolean {
  const isNeeded = viewSchema(contract, item).required.has(name);
  const hasDefault = viewSchema(contract, shown).keywords.has('default');
  return /merge-patch\+json/i.test(body?.mediaType ?? '') && !isNeeded && !hasDefault;
}

function only(value: Exact, names: readonly string[]): Exact {
  return isExactObject(value)
    ? Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)))
    : value;
}

/** Without what only one side sends, what servers set, and what no schema describes: a server need not know it. */
function described(contract: Contract, pointer: string, value: Exact, but: readonly string[] = ['readOnly']): Exact {
  const view = viewSchema(contract, pointer);
  const { properties, items, alternatives, keywords } = view;
  if (alternatives.length > 0) return value;
  if (Array.isArray(value))
    return items === undefined
      ? value
      : value.map((item) => withoutOwnId(contract, items, described(contract, items, item, but)));
  if (!isExactObject(value)) return value;
  const others = keywords.get('additionalProperties')?.value ?? false;
  const isOpen = properties.size === 0 || others !== false;
  const known = Object.entries(value).flatMap(([name, sent]): [string, Exact][] => {
    const at = properties.get(name);
    if (at === undefined) return isOpen ? [[name, sent]] : [];
    const own = viewSchema(contract, at);
    if (isOfOwnKind(contract, pointer, at) || isOfServer(contract, view, name)) return [];
    return but.some((keyword) => own.keywords.get(keyword)?.value === true)
      ? []
      : [[name, described(contract, at, sent, but)]];
  });
  return Object.fromEntries(known);
}

/** An identifier that an item of a list need not have is the server's to choose. */
function withoutOwnId(contract: Contract, pointer: string, item: Exact): Exact {
  if (!isExactObject(item)) return item;
  const { required } = viewSchema(contract, pointer);
  return Object.fromEntries(
    Object.entries(item).filter(([name]) => !usualIdentifiers.includes(name) || required.has(name)),
  );
}

/** What was sent, with all that came back besides. What a server sets of one item of a list, it sets of any other. */
function overlaid(back: Exact | undefined, sent: Exact): Exact {
  if (Array.isArray(back) && Array.isArray(sent))
    return sent.map((item, index) => overlaid(back[index] ?? back.at(-1), item));
  if (!isExactObject(back) || !isExactObject(sent)) return sent;
  const own = Object.entries(sent).map(([name, value]): [string, Exact] => [
    name,
    overlaid(ownValue(back, name), value),
  ]);
  return { ...back, ...Object.fromEntries(own) };
}

type StoredChange = (what: string, change: (value: Exact) => Exact | undefined) => FaultDraft;

/** Stores another value for the property, where the contract allows that, or none. */
function storedChanges(context: MessageContext, operation: Operation, schema: string, property: string): StoredChange {
  return (what, change) =>
    faultDraft(what, (send) => (request) => {
      const body = context.isTo(operation)(request) ? jsonIn(request.body) : undefined;
      const isInvalid = body === undefined || context.violations('request', schema, body).length > 0;
      const sent = isExactObject(body) ? ownValue(body, property) : undefined;
      if (!isExactObject(body) || sent === undefined || isInvalid) return send(request);
      const value = change(sent);
      const { [property]: _, ...others } = body;
      const made = value === undefined ? others : { ...body, [property]: value };
      return send(context.violations('request', schema, made).length > 0 ? request : withJson(request, made));
    });
}

function changedFaults(context: MessageContext, operation: Operation, schema: string, property: string): FaultDraft[] {
  const { contract } = context.description;
  const resource = [...context.resources, ...context.singletons].find(({ create, replace, merge }) =>
    [create, replace, merge].includes(operation),
  );
  const { holder } = (resource && answeredProperties(contract, resource, operation)) ?? {};
  const segments = holder === undefined ? [] : [holder];
  const answered = (what: string, change: (item: { [key: string]: Exact }) => Exact): FaultDraft =>
    faultDraft(what, (send) => async (request) => {
      const response = await send(request);
      const body = context.isTo(operation)(request) && response.status < 300 ? jsonIn(response.body) : undefined;
      const item = within(body, segments) ?? null;
      return body !== undefined && isExactObject(item) && ownValue(item, property) !== undefined
        ? withJson(response, withPart(body, segments, change(item)))
        : response;
    });
  const stored = storedChanges(context, operation, schema, property);
  const other = (value: Exact) => otherValue(context.description.contract, schema, property, value);
  const isOptional = !context.requiredIn(schema).includes(property);
  return [
    answered('answered with another value', (item) => ({
      ...item,
      [property]: other(ownValue(item, property) ?? null),
    })),
    stored('stored with another value', other),
    ...(isOptional
      ? [stored('not stored', () => undefined), answered('not answered', ({ [property]: _, ...others }) => others)]
      : []),
  ];
}

/** Free text, changed as storage that means well does it. */
function textFaults(context: MessageContext, operation: Operation, schema: string, property: string): FaultDraft[] {
  const isText = typeof within(context.sampleBody(operation), [property]) === 'string';
  const view = viewSchema(context.description.contract, context.schemaAt(schema, [property]));
  if (!isText || enumOf(view) !== undefined) return [];
  const stored = storedChanges(context, operation, schema, property);
  return [
    stored('stored in lower case', (value) => String(value).toLowerCase()),
    stored('stored without blanks at its ends', (value) => String(value).trim()),
    stored('cut', (value) => String(value).slice(0, 60)),
  ];
}
