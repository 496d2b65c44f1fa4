import { shortened } from '../../cli/text.ts';
import type { SchemaViolation } from '../../openapi/schemas/schema-validator.ts';
import type { Violation } from '../judgement.ts';
import { titleOf } from './parameter.ts';
import type { ReadParameter } from './read-parameters.ts';

/** The keyword of the requirement that a violation of a schema belongs to: one allowed value is a list of one. */
export function keywordOf({ keyword }: SchemaViolation): string {
  return keyword === 'const' ? 'enum' : keyword;
}

/** How a parameter violates its schema, as a finding. */
export function violationOf({ parameter, sent }: ReadParameter, { message }: SchemaViolation): Violation {
  return { documented: `${titleOf(parameter)} ${message}.`, received: receivedOf(sent) };
}

/** What a request has for a parameter, as it was sent. */
export function receivedOf(sent: ReadParameter['sent']): string {
  return shortened(sent?.shown ?? '', 200);
}
