import { type Exact, isExactObject } from '../../http/exact-json.ts';
import { ownValue } from '../../http/own-value.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { MessageContext } from '../message-context.ts';
import { requirementKeyword } from './violated-requirement.ts';

/** The same body with valid values for what is invalid, so that what is valid in it is kept. */
export function repaired(context: MessageContext, operation: Operation, schema: string, body: Exact): Exact {
  const sample = context.sampleBody(operation);
  if (!isExactObject(body) || !isExactObject(sample)) return sample;
  const violations = context.violations('request', schema, body);
  const surplus = new Set(
    violations.flatMap(({ keyword, property }) => (requirementKeyword(keyword) === 'surplus' ? (property ?? []) : [])),
  );
  const wrong = new Set(
    violations.flatMap(({ path, keyword, property }) => path[0] ?? (keyword === 'required' ? (property ?? []) : [])),
  );
  const kept = Object.fromEntries(Object.entries(body).filter(([name]) => !surplus.has(name)));
  return { ...kept, ...Object.fromEntries([...wrong].map((name) => [name, ownValue(sample, name) ?? null])) };
}
