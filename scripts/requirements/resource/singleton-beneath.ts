import { type Exact, isExactObject, isSame, within } from '../../http/exact-json.ts';
import { excerpt } from '../../http/excerpt.ts';
import { type Answer, isSuccess } from '../../http/exchange.ts';
import { splitTarget } from '../../http/message-changes.ts';
import { ownValue } from '../../http/own-value.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { writePath } from '../../openapi/parameters/parameter-codec.ts';
import { textOf } from '../../openapi/parameters/scalar-text.ts';
import { makerOf, type Resource } from '../../openapi/resources/resource.ts';
import type { Wrap } from '../fault.ts';
import type { OutOfReach, Violation } from '../judgement.ts';
import type { ProbeRun } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import { resourceOfPath } from '../request/referenced-resource.ts';
import { sentBody } from '../request/request-parts.ts';
import { shownValue } from './shown-value.ts';

/** What there is one of beneath each thing of which more than one can be made: the settings of a device. */
export interface SingletonBeneath {
  operation: Operation;
  change: Operation;
  above: Resource;
  parameter: Parameter;
}

type Known = Pick<MessageContext, 'description' | 'resources' | 'singletons'>;

/** What an operation reads of that kind; there is one at most. */
export function singletonsBeneath(context: Known, operation: Operation | null): SingletonBeneath[] {
  const singleton = context.singletons.find(({ read }) => read === operation);
  const change = singleton?.replace ?? singleton?.merge;
  const [, name] = /\{([^}/]+)\}\/[^{}]+$/.exec(operation?.path ?? '') ?? [];
  const parameter = operation?.parameters.find((one) => one.in === 'path' && one.name === name);
  if (operation === null || change === undefined || parameter === undefined) return [];
  const above = resourceOfPath(context, operation, parameter.name);
  return above === undefined || makerOf(above) === undefined ? [] : [{ operation, change, above, parameter }];
}

/** Changes what one thing has, and looks at that of another one. Undefined where no two things can be made. */
export async function probeSingleton(
  { context: { source }, call }: ProbeRun,
  { operation, change, above, parameter }: SingletonBeneath,
): Promise<{ answer: Answer; judgement: 'kept' | Violation | OutOfReach } | undefined> {
  const [first, second] = [await source.newItems.newId(above), await source.newItems.newId(above)];
  if (first === undefined || second === undefined || textOf(first) === textOf(second)) return undefined;
  const beneath = (one: Exact) => ({ [parameter.name]: writePath(parameter, one) });
  const read = async (one: Exact) => call(await source.base(operation, 'all', false, beneath(one)));
  const before = await read(second);
  const changing = await source.base(change, 'all', false, beneath(first));
  const changed = await call(changing);
  const [own, after] = [await read(first), await read(second)];
  const sent = sentBody(changing) ?? null;
  const [old, shown, now] = [before, own, after].map(shownBy);
  const names = !isSuccess(changed.response) || !isExactObject(sent) ? [] : Object.keys(sent);
  const telling = names.filter((name) => {
    const value = ownValue(shown, name);
    return (
      value !== undefined && isSame(value, within(sent, [name]) ?? null) && !isSame(ownValue(old, name) ?? null, value)
    );
  });
  if (telling.length === 0)
    return { answer: after, judgement: { outOfReach: 'No change was served that the other one did not have before.' } };
  const strange = telling.find((name) => isSame(ownValue(now, name) ?? null, ownValue(shown, name) ?? null));
  if (strange === undefined) return { answer: after, judgement: 'kept' };
  const value = ownValue(shown, strange) ?? null;
  return {
    answer: after,
    judgement: {
      documented: `Nothing that was set for another ${parameter.name}.`,
      received: `${strange} ${shownValue(value)}, set for ${textOf(first)}: ${excerpt(after)}`,
    },
  };
}

function shownBy({ response, body = null }: Answer) {
  return isSuccess(response) && isExactObject(body) ? body : undefined;
}

/** Answers with what was set last, for whichever thing. */
export function singletonOfTheLast(context: MessageContext, { operation, change }: SingletonBeneath): Wrap {
  const [isChange, isRead] = [context.isTo(change), context.isTo(operation)];
  return (send) => {
    let last: string | undefined;
    return (request) => {
      if (isChange(request)) last = splitTarget(request.target).path;
      return send(last !== undefined && isRead(request) ? { ...request, target: last } : request);
    };
  };
}
