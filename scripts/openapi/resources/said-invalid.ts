import { type Contract, descriptionAt } from '../contract.ts';
import type { Description } from '../description.ts';
import type { Operation } from '../operation-table.ts';
import { literalPattern } from '../patterns/regular-expression.ts';

/**
 * True where the description of the 400 or the 422 says that a value of this name may be invalid: "Invalid `shelfId`",
 * "Bad request (e.g. invalid type)". Which are not, it does not say.
 */
export function mayBeInvalid(contract: Contract, { responses }: Operation, name: string): boolean {
  const own = literalPattern(name);
  const wrong = '(?:invalid|malformed|unsupported|unrecognized)';
  const said = new RegExp(
    `\\b${wrong} (?:the )?[\`'"]?${own}(?!\\w)|(?<!\\w)${own}[\`'"]? is (?:${wrong}|not valid)`,
    'i',
  );
  return ['400', '422'].some((status) => said.test(descriptionAt(contract, responses[status]?.pointer ?? '')));
}

/** The same of a path parameter, where an operation at the same path says so. */
export function mayBeInvalidInPath({ contract, operations }: Description, { path }: Operation, name: string): boolean {
  return operations.some((one) => one.path === path && mayBeInvalid(contract, one, name));
}
