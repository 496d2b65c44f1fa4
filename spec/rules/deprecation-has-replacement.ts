import { type Fields, isFields } from './support/cursor.ts';
import { type Parameter, parametersOf } from './support/parameters.ts';
import type { Context, Location, Rule } from './support/redocly.ts';

type Report = Context['report'];
type Operations = Map<unknown, Parameter[]>;

/**
 * A deprecated operation names what to use instead:
 * `x-replacement`, another operation and perhaps one of its parameters.
 */
export const deprecationHasReplacement: Rule = () => {
  const operations: Operations = new Map();
  const checks: (() => void)[] = [];
  return {
    Operation(operation, context) {
      if (!isFields(operation)) return;
      operations.set(operation['operationId'], parametersOf(operation, context));
      if (operation['deprecated'] === true)
        checks.push(() => checkReplacement(operation, operations, context.location, context.report));
    },
    // A replacement may stand further down in the document than what it replaces.
    Root: {
      leave: () => {
        for (const check of checks) check();
      },
    },
  };
};

function checkReplacement(operation: Fields, operations: Operations, location: Location, report: Report): void {
  const replacement = operation['x-replacement'];
  const place = location.child('x-replacement');
  if (replacement === undefined) {
    const message =
      'A deprecated operation has no replacement: ' +
      'add `x-replacement` with an `operationId`, and the `parameter` to use.';
    return report({ message, location: location.child('deprecated').key() });
  }
  if (!isFields(replacement) || typeof replacement['operationId'] !== 'string') {
    return report({ message: '`x-replacement` names no operation: give it an `operationId`.', location: place.key() });
  }
  for (const field of Object.keys(replacement).filter((key) => key !== 'operationId' && key !== 'parameter')) {
    report({
      message: `\`x-replacement\` has no field ${field}: it takes \`operationId\` and \`parameter\`.`,
      location: place.child(field).key(),
    });
  }
  const { operationId, parameter } = replacement;
  const parameters = operations.get(operationId);
  if (operationId === operation['operationId']) {
    report({
      message: `The operation ${operationId} is to replace itself: name another one.`,
      location: place.child('operationId'),
    });
  } else if (!parameters) {
    report({
      message: `The document has no operation ${operationId}: name one that it has.`,
      location: place.child('operationId'),
    });
  } else if (parameter !== undefined && !parameters.some(({ name }) => name === parameter)) {
    const known = parameters.map(({ name }) => name).join(', ') || 'none';
    report({
      message: `The operation ${operationId} has no parameter ${String(parameter)}: name one that it has (${known}).`,
      location: place.child('parameter'),
    });
  }
}
