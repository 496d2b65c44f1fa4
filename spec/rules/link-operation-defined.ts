import { isFields } from './support/cursor.ts';
import { type Parameter, parametersOf } from './support/parameters.ts';
import type { Rule } from './support/redocly.ts';

/** A link leads to an operation of the document and fills parameters that this operation has. */
export const linkOperationDefined: Rule = () => {
  const operations = new Map<unknown, Parameter[]>();
  const checks: (() => void)[] = [];
  return {
    Operation(operation, context) {
      if (isFields(operation)) operations.set(operation['operationId'], parametersOf(operation, context));
    },
    Link(link, { location, report }) {
      // A link by `operationRef` may lead to another document.
      if (!isFields(link) || typeof link['operationId'] !== 'string') return;
      const { operationId, parameters: given } = link;
      checks.push(() => {
        const parameters = operations.get(operationId);
        if (!parameters) {
          const problem = `The link leads to an operation ${operationId} that the document does not have`;
          return report({
            message: `${problem}: name one that it has.`,
            location: location.child('operationId'),
          });
        }
        // OpenAPI, Link Object: a name may be qualified with the parameter's place, as in `path.id`.
        const isKnown = (given: string) =>
          parameters.some(({ name, in: place }) => given === name || given === `${place}.${name}`);
        for (const name of Object.keys(isFields(given) ? given : {}).filter((name) => !isKnown(name))) {
          const known = parameters.map((parameter) => parameter.name).join(', ') || 'none';
          const message = `The operation ${operationId} has no parameter ${name}: name one that it has (${known}).`;
          report({ message, location: location.child(['parameters', name]).key() });
        }
      });
    },
    Root: {
      leave: () => {
        for (const check of checks) check();
      },
    },
  };
};
