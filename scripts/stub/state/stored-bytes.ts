import { type HttpRequest, headerOf } from '../../http/exchange.ts';
import { readFormInParts } from '../../http/form-in-parts.ts';
import { splitTarget } from '../../http/message-changes.ts';
import type { Description } from '../../openapi/description.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { Resource } from '../../openapi/resources/resource.ts';
import { bytesType, keptBy } from '../../requirements/resource/bytes.ts';
import type { StateAnswer } from './state-answer.ts';

/** The bytes that clients have put at a path, or sent as the file of what they made. */
export class StoredBytes {
  readonly #known: { description: Description; resources: readonly Resource[] };
  /** By the path of the request that reads them. */
  readonly #bytes = new Map<string, Buffer>();

  constructor(known: { description: Description; resources: readonly Resource[] }) {
    this.#known = known;
  }

  /** Takes note of what a request has stored that is answered so. */
  note(request: HttpRequest, operation: Operation, answer: StateAnswer | undefined): void {
    const { read, upload } = keptBy(this.#known, operation) ?? {};
    if (read === undefined || request.body === null) return;
    if (upload === undefined) {
      this.#bytes.set(splitTarget(request.target).path, request.body);
      return;
    }
    const bytes = upload.file === undefined ? request.body : fileIn(request, request.body, upload.file);
    if (bytes === undefined || answer?.kind !== 'thing') return;
    const { itemsPath, parameter } = upload.resource;
    const below = read.path.slice(`${itemsPath}/{${parameter?.name}}`.length);
    this.#bytes.set(answer.location + below, bytes);
  }

  /** What a request reads of them. */
  read({ method, target }: HttpRequest, mediaType: string | undefined): Buffer | undefined {
    return method === 'GET' && mediaType === bytesType ? this.#bytes.get(splitTarget(target).path) : undefined;
  }
}

/** What a form has as its file of that name. */
function fileIn(request: HttpRequest, body: Buffer, file: string): Buffer | undefined {
  const fields = readFormInParts(body, headerOf(request, 'content-type') ?? '');
  return fields?.find(([name]) => name === file)?.[1];
}
