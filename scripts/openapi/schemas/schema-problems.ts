import { ContractError, errorMessage, type Problem } from '../../cli/problem.ts';
import type { Contract } from '../contract.ts';
import { objectOf, stringOf } from '../json.ts';
import { partsOf } from '../source/document-walk.ts';

/** Why the schema at `pointer` is none that Ajv compiles. */
export function notCompiled(contract: Contract, pointer: string, cause: unknown): ContractError {
  const patterns = invalidPatterns(contract);
  if (patterns.length > 0) return new ContractError(patterns);
  const reason = errorMessage(cause);
  return new ContractError([
    { location: contract.locate(pointer), message: `This schema does not compile: ${reason}.` },
  ]);
}

/** Of a schema that a value is compared with again and again: no level of the value lies between. */
export function endless(contract: Contract, pointer: string): ContractError {
  const message =
    'A value of this schema must first be one of the same schema, by allOf, anyOf or oneOf: nothing ends that.';
  return new ContractError([{ location: contract.locate(pointer), message }]);
}

/** Where the document has regular expressions that JavaScript does not; Ajv does not say which they are. */
function invalidPatterns(contract: Contract): Problem[] {
  return [...partsOf(contract.document)].flatMap(({ kind, node }) => {
    const pattern = kind === 'schema' ? stringOf(objectOf(node.value)['pattern']) : undefined;
    const reason = pattern === undefined ? undefined : whyNoPattern(pattern);
    if (reason === undefined) return [];
    const message = `This pattern is no regular expression of JavaScript: ${reason}.`;
    return [{ location: contract.locate(`${node.pointer}/pattern`), message }];
  });
}

function whyNoPattern(pattern: string): string | undefined {
  try {
    new RegExp(pattern, 'u');
    return undefined;
  } catch (cause) {
    return errorMessage(cause);
  }
}
