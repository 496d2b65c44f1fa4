import { headerOf, isSuccess } from '../../../http/exchange.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { parameterSchema } from '../../../openapi/schemas/schema-pointers.ts';
import { invalid, refusals } from '../../../requirements/cases.ts';
import { isPrecondition } from '../../../requirements/request/preconditions.ts';
import { encodeBody, preferred } from '../../../requirements/request/request-parts.ts';
import type { Session } from '../session/session.ts';

/** Requests that may be answered with one of the rarer documented statuses; the response checks judge what comes. */
export async function probeStatuses(session: Session, operation: Operation): Promise<void> {
  const isUnseen = (status: string) =>
    Object.hasOwn(operation.responses, status) && !session.ledger.isProven(`${operation.id}.responses.${status}`);
  const base = () => session.source.base(operation);
  // Whether it is served or refused: it does not fail.
  if (operation.requestBody?.required === false && refusals(operation, invalid) !== undefined)
    await session.call({ ...(await base()), body: null });
  if (operation.method === 'PUT' && ['200', '201', '204'].some(isUnseen)) await placeNew(session, operation);
  if (isUnseen('406')) await session.call({ ...(await base()), headers: [['Accept', 'application/x-nothing']] });
  // What is removed is what other requests are sent to.
  if (isUnseen('409') && operation.method !== 'DELETE') {
    const parts = await base();
    await session.call(parts);
    await session.call(parts);
  }
  if (isUnseen('412')) {
    const parts = await base();
    const others = parts.headers.filter(([name]) => !isPrecondition({ in: 'header', name }));
    await session.call({ ...parts, headers: [...others, ['If-Match', '"none-of-these"']] });
  }
  // RFC 9110 section 13.1.2: of GET and HEAD.
  if (isUnseen('304') && ['GET', 'HEAD'].includes(operation.method)) {
    const parts = await session.source.base(operation, 'all', false);
    const etag = headerOf((await session.call(parts)).response, 'ETag');
    if (etag !== undefined) await session.call({ ...parts, headers: [...parts.headers, ['If-None-Match', etag]] });
  }
  if (isUnseen('414')) await session.call({ ...(await base()), query: [['undescribed', 'x'.repeat(9000)]] });
  if (isUnseen('413') && operation.requestBody !== null) await probeSize(session, operation);
}

/** PUT to a place that nothing has, where POST makes such things as well: it may make one there. */
async function placeNew(session: Session, operation: Operation): Promise<void> {
  const { source } = session;
  const resource = session.resources.find(({ create, replace }) => create !== undefined && replace === operation);
  const { read, parameter } = resource ?? {};
  if (resource === undefined || read === undefined || parameter === undefined) return;
  const id = source.newItems.newIdentifier(resource, parameterSchema(parameter));
  const reading = await source.at(read, resource, id);
  if ((await session.call(reading)).response.status !== 404) return;
  const { response } = await session.call(await source.at(operation, resource, id));
  if (isSuccess(response) && isSuccess((await session.call(reading)).response)) source.newItems.notePlaced(operation);
}

/** Larger and larger bodies, of blanks that change nothing of what they say. */
async function probeSize(session: Session, operation: Operation): Promise<void> {
  const [mediaType] = preferred(operation.requestBody?.mediaTypes ?? []);
  if (mediaType === undefined) return;
  for (const size of [2 ** 17, 2 ** 20, 2 ** 23]) {
    const parts = await session.source.base(operation);
    const { bytes } = encodeBody(mediaType, await session.source.validBody(operation, mediaType, 'required'));
    const answer = await session.call({
      ...parts,
      body: { mediaType, bytes: Buffer.concat([Buffer.alloc(size, ' '), bytes]) },
    });
    if (!isSuccess(answer.response)) return;
  }
}
