import { operations, service } from '../../generated/operations.ts';
import * as validators from '../../generated/validators.js';
import type { OperationId } from '../operation.ts';

/** What in a response of an operation violates the contract; empty when it is as documented. */
export async function violationsOf(id: OperationId, response: Response): Promise<string[]> {
  const { responses } = await validators.operations[id]();
  return violationsIn(operations[id].responses, responses, response);
}

/** The same for a response to a request that reaches no operation. */
export async function unmatchedViolations(response: Response): Promise<string[]> {
  const { responses } = await validators.unmatchedResponses();
  return violationsIn(service.unmatchedResponses, responses, response);
}

async function violationsIn(
  responses: Readonly<
    Record<
      string,
      { headers: readonly { name: string; pointer: string; required: boolean }[]; mediaTypes: readonly string[] }
    >
  >,
  compiled: Readonly<Record<string, validators.ResponseValidators>>,
  response: Response,
): Promise<string[]> {
  const documented = responses[response.status];
  const checks = compiled[response.status];
  if (documented === undefined || checks === undefined) return [`status ${response.status} is not documented`];
  const found = documented.headers.flatMap(({ name, pointer, required }) => {
    const text = response.headers.get(name);
    if (text === null) return required ? [`header ${name} is missing (#${pointer})`] : [];
    const validate = checks.headers[name] ?? (() => true);
    const isValid = validate(text) || (/^-?\d+$/.test(text) && validate(Number(text)));
    return isValid ? [] : [`header ${name} is ${text} (#${pointer})`];
  });
  // What this server has on every response, whatever the contract says.
  if (response.headers.get('Cache-Control') !== 'no-store') found.push('a cache may keep it');
  if (response.headers.get('X-Content-Type-Options') !== 'nosniff') found.push('its media type may be guessed');
  if (!response.headers.has('X-Request-Id')) found.push('the request has no identifier');
  if (documented.mediaTypes.length === 0)
    return (await response.clone().text()) === '' ? found : [...found, 'a body is not documented'];
  const mediaType = response.headers.get('Content-Type') ?? '';
  if (!documented.mediaTypes.includes(mediaType)) found.push(`media type is ${mediaType}`);
  if (found.length > 0) return found;
  const body: unknown = await response.clone().json();
  const validate = checks.content[mediaType];
  if (validate?.(body) === false) found.push(`body ${JSON.stringify(body)}: ${validate.errors?.[0]?.message}`);
  const { status, message }: { status?: unknown; message?: unknown } = Object(body);
  if (!response.ok && status !== response.status) found.push(`the body says status ${String(status)}`);
  if (!response.ok && message === '') found.push('the body does not say what is wrong');
  return found;
}
