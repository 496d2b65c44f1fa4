import type { Middleware } from 'openapi-fetch';
import type { Deprecation } from '../generated/operations.ts';
import { operationAt, operationById } from './operation.ts';

/** What is deprecated, since when, when it is removed (ISO dates), and what to use instead. */
export interface DeprecationNotice extends Deprecation {
  operationId: string;
}

/**
 * Reports each deprecated operation once, before its first request is sent.
 *
 * What `onDeprecated` throws stops the call, and the next call of the operation is reported again.
 */
export function deprecationNotices(onDeprecated: (notice: DeprecationNotice) => void): Middleware {
  const reported = new Set<string>();
  return {
    onRequest({ request, schemaPath }) {
      const operation = operationAt(request.method, schemaPath);
      if (!operation?.deprecation || reported.has(operation.id)) return;
      const { since, sunset, replacement } = operation.deprecation;
      onDeprecated({ operationId: operation.id, since, sunset, replacement });
      reported.add(operation.id);
    },
  };
}

export function warnOfDeprecation(notice: DeprecationNotice): void {
  console.warn(describeDeprecation(notice));
}

/** The notice as one sentence. */
export function describeDeprecation({ operationId, since, sunset, replacement }: DeprecationNotice): string {
  const parts = [
    `${title(operationId)} is deprecated${since === null ? '' : ` since ${since}`}`,
    sunset === null ? '' : ` and will be removed on ${sunset}`,
    replacement === null ? '' : `: use ${title(replacement.operationId)} instead`,
    replacement === null || replacement.parameter === null ? '' : `, with its parameter ${replacement.parameter}`,
  ];
  return `${parts.join('')}.`;
}

function title(operationId: string): string {
  const operation = operationById(operationId);
  return operation === undefined ? operationId : `${operationId} (${operation.method} ${operation.path})`;
}
