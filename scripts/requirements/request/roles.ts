import { type Contract, textsAt } from '../../openapi/contract.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { wordsOf } from '../../openapi/resources/name-words.ts';
import { enumOf, viewSchema } from '../../openapi/schemas/schema-view.ts';
import { sentencesOf } from '../../openapi/sentences.ts';
import type { Traits } from './accounts.ts';
import { credentialsPlace } from './logins.ts';

/** Why a 403 shows nothing of a requirement. */
export const forOtherRole = 'By its 403 and what is said of it, it may be for somebody in another role than the key.';

/** So many values of a role are tried. */
const mostRoles = 5;

const ofRole = new Set(['role', 'roles', 'type', 'kind']);

/** What somebody may be made known as, as `{ role: 'member' }`: each value of a property that has few. */
export function rolesIn(contract: Contract, signUp: Operation): Traits[] {
  const place = credentialsPlace(contract, signUp);
  const properties = place === undefined ? [] : [...viewSchema(contract, place.pointer).properties];
  const [role] = properties.filter(([name]) => wordsOf(name).some((word) => ofRole.has(word)));
  const values = role === undefined ? undefined : enumOf(viewSchema(contract, role[1]));
  if (role === undefined || values === undefined) return [];
  return values.slice(0, mostRoles).map((value) => ({ [role[0]]: value }));
}

const says = /\bonly\b|\broles?\b|\badmin|\bpermissions?\b|\bprivileges?\b/i;

/** True where a documented 403 may be for the role of whoever sends the request: a text says so, or there are roles. */
export function mayBeForRole(contract: Contract, operation: Operation, operations: readonly Operation[]): boolean {
  const refusal = operation.responses['403'];
  if (refusal === undefined) return false;
  const texts = textsOf(contract, operation, refusal.pointer);
  const hasRoles = () => operations.some((one) => one.method === 'POST' && rolesIn(contract, one).length > 1);
  return texts.some((text) => says.test(text)) || hasRoles();
}

/** Who alone may send a request, by what is said of the operation. */
export interface Restriction {
  /** The words for roles in it, in lower case. */
  roles: readonly string[];
  /** By "only", no other role may; else a higher one may as well. */
  isExclusive: boolean;
}

const administrator = /^(?:super)?admin(?:istrator)?s?$/;
const ofOwner = /\b(?:own|owns|owners?|self|themselves|himself|creators?|authors?)\b/i;
const denial = /\b(?:not|except|unless|other than|non)\b/i;
const role = '(?<role>[a-z_]+)';
const kindOfRight = '(?:roles?|access|privileges?|permissions?|rights)';
const forms: readonly [form: RegExp, isExclusive: boolean][] = [
  [new RegExp(`(?:^|[(\\[:,.;–—-] ?|\\bfor )${role}(?: users?)? only\\b`, 'i'), true],
  [new RegExp(`\\bonly (?:for |by |an? |the )*${role}(?: users?)? (?:can|may|is|are)\\b`, 'i'), true],
  [new RegExp(`\\bonly (?:for|by|to) (?:an? |the )?${role}\\b`, 'i'), true],
  [new RegExp(`\\b(?:requires?|needs?) (?:the |an? )?${role} ${kindOfRight}\\b`, 'i'), false],
  [new RegExp(`\\b(?:requires?|needs?) (?:the )?${kindOfRight} ${role}\\b`, 'i'), false],
  [new RegExp(`${role} ${kindOfRight} (?:is )?required\\b`, 'i'), false],
  [new RegExp(`\\bmust be (?:an? )?${role}\\b`, 'i'), false],
];

// What is about a part of a request, or of what it is answered with, and not about each.
const verb = '(?:set|change|see|view|read|use|pass|specify|include|assign|filter)';
const ofPart = new RegExp(`\`|\\b(?:if|when|where|(?:can|may|to) (?:also )?${verb})\\b`, 'i');

/**
 * Which role a request takes that may be refused with 403: "(librarian only)", "Only admins can remove it", "Requires
 * the editor role". `known`: the roles that accounts may be given. Sentences that also let in the owner say nothing.
 */
export function restrictionOf(
  contract: Contract,
  operation: Operation,
  known: readonly string[],
): Restriction | undefined {
  const refusal = operation.responses['403'];
  if (refusal === undefined) return undefined;
  const texts = textsOf(contract, operation, refusal.pointer);
  if (texts.some((text) => ofOwner.test(text) || denial.test(text))) return undefined;
  const words = wordsOf(texts.join(' ')).map(singular);
  const isRole = (word: string) => known.includes(word) || administrator.test(word);
  const plain = (text: string) =>
    text.replaceAll(/[`'"](\w+)[`'"]/g, (quoted, word: string) =>
      isRole(singular(word.toLowerCase())) ? word : quoted,
    );
  const said = texts
    .flatMap(sentencesOf)
    .map(plain)
    .filter((sentence) => !ofPart.test(sentence));
  const found = said.flatMap((sentence) =>
    forms.flatMap(([form, isExclusive]) => {
      const word = singular(form.exec(sentence)?.groups?.['role']?.toLowerCase() ?? '');
      return isRole(word) ? [isExclusive] : [];
    }),
  );
  if (found.length === 0) return undefined;
  return { roles: words.filter(isRole), isExclusive: found.every((one) => one) };
}

/** True for a role whose holders may do everything. */
export function mayDoAll(name: string): boolean {
  return /admin|root|super|owner|manager|staff|system/i.test(name);
}

const singular = (word: string) => (word.length > 3 ? word.replace(/s$/, '') : word);

function textsOf(contract: Contract, { pointer }: Operation, refusal: string): string[] {
  return [pointer, refusal].flatMap((at) => textsAt(contract, at));
}
