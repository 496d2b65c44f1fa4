import {
  type Exact,
  type ExactObject,
  isExactObject,
  isSame,
  parseExact,
  within,
  writeExact,
} from '../../http/exact-json.ts';
import { excerpt } from '../../http/excerpt.ts';
import type { Answer, Exchange } from '../../http/exchange.ts';
import { isSuccess } from '../../http/exchange.ts';
import { isForm, isJson } from '../../http/media-types.ts';
import { decode } from '../../http/percent-encoding.ts';
import { partAt } from '../../openapi/contract.ts';
import { type ListParameters, listParametersOf, totalsOf } from '../../openapi/list-parameters.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { scalarOf, textOf } from '../../openapi/parameters/scalar-text.ts';
import { type ListOperation, type Resource, sharedProperties } from '../../openapi/resources.ts';
import { viewSchema } from '../../openapi/schema-view.ts';
import { successSchema } from '../../openapi/success-responses.ts';
import type { RequestParts } from '../../requirements/request-parts.ts';
import type { RequirementDraft } from '../../requirements/requirement.ts';
import type { Session } from './session.ts';

/** The identifier of the item that a request is to. */
export function idOf({ parameter }: Resource, { path }: RequestParts): Exact {
  const text = decode(parameter === undefined ? '' : (path[parameter.name] ?? ''));
  return scalarOf(parameter?.types ?? [], text);
}

/** Something that a server says it has created. */
export interface Created {
  id: Exact;
  /** As the answer to its creation had it, or later the answer to its change. */
  item: Exact;
  /** False as long as only what was sent is known: the server may have added to it. */
  isAnswered: boolean;
  exchange: Exchange;
}

/** What is known of one resource: its operations, its requirements, and what was created in this run. */
export class Relations {
  readonly resource: Resource;
  readonly parameters: ListParameters | undefined;
  readonly created: Created[] = [];
  /** What was created and has no identifier: it is known by all that it has. */
  readonly nameless: Created[] = [];
  readonly #session: Session;

  constructor(session: Session, resource: Resource) {
    this.#session = session;
    this.resource = resource;
    this.parameters = resource.list === undefined ? undefined : listParametersOf(session.description, resource.list);
  }

  /** What makes new things: POST to the collection, else PUT to a place that nothing has. */
  get maker(): Operation | undefined {
    return this.resource.create ?? this.resource.replace;
  }

  requirements(): RequirementDraft[] {
    const { create, read, list, replace, merge, remove } = this.resource;
    const changes = [create, replace, merge].flatMap((operation) =>
      operation === undefined ? [] : this.#keptRequirements(operation),
    );
    const unique =
      create === undefined || this.resource.idProperty === undefined
        ? []
        : [
            this.#requirement(
              create,
              'unique',
              create.pointer,
              'What is created gets an identifier that nothing else has.',
              create,
            ),
          ];
    const reads = read === undefined ? [] : this.#readRequirements(read, create, [replace, merge]);
    const lists = list === undefined ? [] : this.#listRequirements(list, this.maker);
    const removals =
      remove === undefined || read === undefined
        ? []
        : [this.#requirement(remove, 'removed', remove.pointer, 'What was removed can no longer be read.', read)];
    return [...changes, ...unique, ...reads, ...lists, ...removals];
  }

  #requirement(
    operation: Operation,
    aspect: string,
    pointer: string,
    statement: string,
    other: Operation,
    property?: string,
  ): RequirementDraft {
    return {
      id: this.id(operation, aspect, other, property),
      operationId: operation.id,
      pointer: partAt(this.#session.description.contract, pointer).pointer,
      statement,
      subject: { kind: 'relation', aspect, other: other.id, ...(property !== undefined && { property }) },
    };
  }

  /** Properties that a body has in common with the response to it. */
  kept(operation: Operation): { name: string; pointer: string }[] {
    const { contract } = this.#session.description;
    const mediaType = operation.requestBody?.mediaTypes.find(isJson);
    const schema = mediaType === undefined ? undefined : this.#session.source.bodySchema(operation, mediaType);
    const answered =
      successSchema(contract, operation) ??
      (this.resource.read === undefined ? undefined : successSchema(contract, this.resource.read));
    if (schema === undefined || answered === undefined) return [];
    const view = viewSchema(contract, schema);
    const isSent = (name: string) => {
      const at = view.properties.get(name);
      return at === undefined || viewSchema(contract, at).keywords.get('readOnly')?.value !== true;
    };
    return sharedProperties(contract, schema, answered)
      .filter(isSent)
      .map((name) => ({ name, pointer: view.properties.get(name) ?? schema }));
  }

  #keptRequirements(operation: Operation): RequirementDraft[] {
    // What comes without a body is kept when it is read so.
    return this.answersOf(operation) === undefined
      ? []
      : this.kept(operation).map(({ name, pointer }) =>
          this.#requirement(operation, 'kept', pointer, `${name} is kept as it was sent.`, operation, name),
        );
  }

  #readRequirements(
    read: Operation,
    create: Operation | undefined,
    changes: (Operation | undefined)[],
  ): RequirementDraft[] {
    const same =
      create === undefined
        ? []
        : [
            this.#requirement(
              read,
              'returns',
              read.pointer,
              `Returns what ${create.id} created, under its own identifier and field by field.`,
              create,
            ),
          ];
    const changed = changes.flatMap((change) =>
      change === undefined
        ? []
        : [this.#requirement(read, 'returns', read.pointer, `Returns what ${change.id} changed.`, change)],
    );
    return [...same, ...changed];
  }

  #listRequirements({ operation }: ListOperation, create: Operation | undefined): RequirementDraft[] {
    const { size, filters, cursor, offset, page } = this.parameters ?? {
      size: undefined,
      filters: [],
      cursor: undefined,
      offset: undefined,
      page: undefined,
    };
    const lists =
      create === undefined
        ? []
        : [
            this.#requirement(
              operation,
              'lists',
              operation.pointer,
              `Lists what ${create.id} created, field by field.`,
              create,
            ),
            ...(this.resource.idProperty === undefined
              ? []
              : [
                  this.#requirement(
                    operation,
                    'refused',
                    operation.pointer,
                    `Lists nothing that ${create.id} has refused.`,
                    create,
                  ),
                ]),
          ];
    const read =
      this.resource.read === undefined
        ? []
        : [
            this.#requirement(
              operation,
              'agrees',
              operation.pointer,
              `Lists each thing as ${this.resource.read.id} returns it.`,
              this.resource.read,
            ),
          ];
    const once =
      this.resource.idProperty === undefined
        ? []
        : [this.#requirement(operation, 'once', operation.pointer, 'Lists each thing once.', operation)];
    const bounded =
      size === undefined
        ? []
        : [
            this.#requirement(
              operation,
              'atMost',
              size.pointer,
              `Lists at most as many as ${size.name} says.`,
              operation,
              size.name,
            ),
            ...(this.isPlain
              ? [
                  this.#requirement(
                    operation,
                    'asMany',
                    size.pointer,
                    `Lists as many as ${size.name} says when there are more.`,
                    operation,
                    size.name,
                  ),
                ]
              : []),
            ...(size.default === undefined
              ? []
              : [
                  this.#requirement(
                    operation,
                    'default',
                    viewSchema(this.#session.description.contract, `${size.pointer}/schema`).keywords.get('default')
                      ?.pointer ?? size.pointer,
                    `Without ${size.name} it is ${JSON.stringify(size.default)}.`,
                    operation,
                    size.name,
                  ),
                ]),
          ];
    const filtered = filters.flatMap(({ parameter }) => [
      this.#requirement(
        operation,
        'only',
        parameter.pointer,
        `With ${parameter.name}, lists only what has that value.`,
        operation,
        parameter.name,
      ),
      this.#requirement(
        operation,
        'every',
        parameter.pointer,
        `With ${parameter.name}, lists everything that has that value.`,
        operation,
        parameter.name,
      ),
    ]);
    const total = this.totals().map((name) =>
      this.#requirement(operation, 'total', operation.pointer, `${name} is the number of all items.`, operation, name),
    );
    const paged = [cursor?.parameter, offset, page].flatMap((parameter) =>
      parameter === undefined
        ? []
        : [
            this.#requirement(
              operation,
              'pages',
              parameter.pointer,
              `Page by page with ${parameter.name}, everything is listed once.`,
              operation,
              parameter.name,
            ),
          ],
    );
    return [...lists, ...read, ...once, ...bounded, ...filtered, ...total, ...paged];
  }

  /** True when the list is the bare page: its length is then all that it can be. */
  get isPlain(): boolean {
    return this.resource.list?.segments.length === 0;
  }

  /** Where a list says how many items there are in all: properties beside them, and headers. */
  totals(): string[] {
    const { list } = this.resource;
    if (list === undefined) return [];
    const { properties, headers } = totalsOf(this.#session.description, list);
    return [...properties, ...headers];
  }

  /** The id of one of the requirements above. */
  id(operation: Operation, aspect: string, other: Operation, property?: string): string {
    return `${operation.id}.${aspect}${other === operation ? '' : `.${other.id}`}${property === undefined ? '' : `.${property}`}`;
  }

  judge(id: string, exchange: Exchange, problem: { documented: string; received: string } | undefined): void {
    if (!this.#session.ledger.has(id)) return;
    if (problem === undefined) this.#session.ledger.keep(id, exchange);
    else this.#session.ledger.violate(id, { ...problem, request: exchange.request, response: exchange.response });
  }

  /** Takes in what was created for other requests. */
  async adoptMade(): Promise<void> {
    const { made } = this.#session.source;
    const own = made.filter(({ resource }) => resource === this.resource);
    made.splice(0, made.length, ...made.filter(({ resource }) => resource !== this.resource));
    for (const { parts, answer } of own) {
      const id = this.#session.idIn(this.resource, answer);
      const isCurrent =
        id !== undefined &&
        !this.#session.isAltered(this.resource, id) &&
        !this.created.some((created) => isSame(created.id, id));
      if (isCurrent) await this.checkCreated(parts, answer);
    }
  }

  /** Those that are there, as far as this run knows. */
  get present(): Created[] {
    return this.created.filter(({ id }) => !this.#session.isAltered(this.resource, id));
  }

  /** Holds the answer to a creation against what was sent, and remembers what was created; then reads it. */
  async checkCreated(parts: RequestParts, answer: Answer): Promise<void> {
    const { create } = this.resource;
    if (create === undefined || !isSuccess(answer.response)) return;
    const sent = sentBody(parts);
    this.#checkKept(parts, sent, answer.body, answer);
    const id = this.#session.idIn(this.resource, answer);
    if (id === undefined && this.resource.idProperty === undefined && isExactObject(answer.body))
      this.nameless.push({ id: null, item: answer.body, isAnswered: true, exchange: answer });
    if (id === undefined) return;
    const isTaken = this.created.some((other) => isSame(other.id, id));
    if (this.resource.idProperty !== undefined)
      this.judge(
        this.id(create, 'unique', create),
        answer,
        isTaken ? { documented: 'An identifier of its own.', received: `${writeExact(id)} once more` } : undefined,
      );
    const created = this.#known(id, answer, isExactObject(sent) ? sent : {});
    if (!isTaken) this.created.push(created);
    await this.checkRead(created, create);
  }

  /** A replacement takes away what it leaves out (RFC 9110 section 9.3.4): a text of this run is no default. */
  #checkLeftOut(operation: Operation, sent: Exact | undefined, before: Exact, answer: Answer): void {
    const { body } = answer;
    if (!isExactObject(sent) || !isExactObject(before) || !isExactObject(body)) return;
    for (const { name } of this.kept(operation)) {
      const old = before[name];
      if (Object.hasOwn(sent, name) || typeof old !== 'string' || !old.includes(this.#session.values.mark)) continue;
      const kept = this.id(operation, 'kept', operation, name);
      const { read } = this.resource;
      const id = this.#session.ledger.has(kept) || read === undefined ? kept : this.id(read, 'returns', operation);
      this.judge(
        id,
        answer,
        body[name] === old
          ? {
              documented: `No ${name}: the replacement has none.`,
              received: `${name}: ${shorten(writeExact(old))}, as before`,
            }
          : undefined,
      );
    }
  }

  /** Properties that the answer to an operation can have, and another schema too; of an answer without a body, those that were sent. */
  #shared(operation: Operation, other: string | undefined): string[] {
    const { contract } = this.#session.description;
    const own = this.answersOf(operation);
    if (own === undefined || other === undefined) return this.kept(operation).map(({ name }) => name);
    return sharedProperties(contract, own, other);
  }

  /** How a listed item differs from what is known of it. */
  listedDifference(created: Created, item: Exact): string | undefined {
    const { maker } = this;
    const { list } = this.resource;
    return maker === undefined || list === undefined
      ? undefined
      : violationOf(created, item, this.#shared(maker, list.item));
  }

  /** Schema of what an operation answers with. */
  answersOf(operation: Operation): string | undefined {
    return successSchema(this.#session.description.contract, operation);
  }

  /** How a listed item differs from what is read under its identifier. */
  readDifference(read: Operation, listed: Exact, item: Exact): string | undefined {
    return violationOf({ item: listed, isAnswered: true }, item, this.#shared(read, this.resource.list?.item));
  }

  /** What an answer says of a thing; else what was sent, under its identifier. */
  #known(id: Exact, answer: Answer, sent: ExactObject): Created {
    if (isExactObject(answer.body)) return { id, item: answer.body, isAnswered: true, exchange: answer };
    const { idProperty } = this.resource;
    return {
      id,
      item: { ...sent, ...(idProperty !== undefined && { [idProperty]: id }) },
      isAnswered: false,
      exchange: answer,
    };
  }

  /** Each property that was sent comes back as it was. */
  #checkKept(
    { operation, body }: RequestParts,
    sent: Exact | undefined,
    received: Exact | undefined,
    exchange: Exchange,
  ): void {
    const isText = isForm(body?.mediaType ?? '');
    if (!isExactObject(sent) || !isExactObject(received)) return;
    for (const { name } of this.kept(operation)) {
      if (!Object.hasOwn(sent, name)) continue;
      const [own = null, back] = [sent[name], received[name]];
      const documented = `${name} as it was sent: ${shorten(writeExact(own))}`;
      if (back === undefined)
        this.judge(
          this.id(operation, 'kept', operation, name),
          exchange,
          own === null ? undefined : { documented, received: `no ${name}` },
        );
      else
        this.judge(
          this.id(operation, 'kept', operation, name),
          exchange,
          covers(back, own) || (isText && typeof back !== 'object' && textOf(back) === own)
            ? undefined
            : { documented, received: `${name}: ${shorten(writeExact(back))}` },
        );
    }
  }

  /** Reads what was created or changed, and holds it against what was answered then. */
  async checkRead(created: Created, after: Operation): Promise<void> {
    const { read, idProperty } = this.resource;
    if (read === undefined || this.#session.isAltered(this.resource, created.id)) return;
    const answer = await this.#session.call(await this.#session.source.at(read, this.resource, created.id));
    const id = this.id(read, 'returns', after);
    if (answer.response.status === 429) return;
    if (!isSuccess(answer.response))
      return this.judge(id, answer, {
        documented: `200, with what ${after.id} answered: ${excerpt(created.exchange)}`,
        received: `${answer.response.status}, ${excerpt(answer)}`,
      });
    const own = idProperty === undefined ? undefined : within(answer.body, [idProperty]);
    const isOther = own !== undefined && !isSame(own, created.id);
    const violation = isOther
      ? `another one, ${writeExact(own)}`
      : violationOf(created, answer.body ?? null, this.#shared(after, this.answersOf(read)));
    this.judge(
      id,
      answer,
      violation === undefined
        ? undefined
        : {
            documented: `What ${after.id} answered: ${shorten(writeExact(created.item))}`,
            received: `${violation}: ${excerpt(answer)}`,
          },
    );
    if (violation === undefined && !created.isAnswered && answer.body !== undefined)
      Object.assign(created, { item: answer.body, isAnswered: true });
  }

  /** Whatever is read is what was asked for. */
  checkIdentity(answer: Answer, asked: Exact): void {
    const { read, idProperty } = this.resource;
    const own = idProperty === undefined ? undefined : within(answer.body, [idProperty]);
    if (read === undefined || this.maker === undefined || own === undefined) return;
    this.judge(
      this.id(read, 'returns', this.maker),
      answer,
      isSame(own, asked) || textOf(own) === textOf(asked)
        ? undefined
        : { documented: `What has the identifier ${textOf(asked)}, or a refusal.`, received: excerpt(answer) },
    );
  }

  /** Holds the answer to a change against what was sent, and reads what was changed. */
  async checkChanged(parts: RequestParts, answer: Answer, id: Exact): Promise<void> {
    const { operation } = parts;
    if (!isSuccess(answer.response)) return;
    const sent = sentBody(parts);
    this.#checkKept(parts, sent, answer.body, answer);
    const known = this.created.find((created) => isSame(created.id, id));
    const made = this.#session.source.made.find(({ resource, parts: own, answer: first }) => {
      const name = resource.parameter?.name ?? '';
      const madeId = own.path[name] === undefined ? this.#session.idIn(resource, first) : decode(own.path[name]);
      return resource === this.resource && madeId !== undefined && textOf(madeId) === textOf(id);
    });
    const before = known?.item ?? made?.answer.body ?? (made === undefined ? undefined : sentBody(made.parts)) ?? {};
    if (operation === this.resource.replace) this.#checkLeftOut(operation, sent, before, answer);
    const isMerge = operation === this.resource.merge;
    const changed = this.#known(id, answer, {
      ...(isMerge && isExactObject(before) ? before : {}),
      ...(isExactObject(sent) ? sent : {}),
    });
    this.#session.markKnown(this.resource, id);
    if (known === undefined) this.created.push(changed);
    else Object.assign(known, changed);
    this.#session.acknowledged.add(writeExact(id));
    // What comes without a body is known by what was sent alone.
    const now = known ?? changed;
    await this.checkRead(now, operation);
    if (operation === this.resource.replace && answer.body === undefined && now.isAnswered)
      this.#checkLeftOut(operation, sent, before, { ...answer, body: now.item });
  }
}

/** The body of a request, when it is JSON or a form: that has texts alone. */
export function sentBody({ body }: RequestParts): Exact | undefined {
  if (body !== null && isForm(body.mediaType ?? ''))
    return Object.fromEntries(new URLSearchParams(body.bytes.toString()));
  if (body === null || !isJson(body.mediaType ?? '')) return undefined;
  try {
    return parseExact(body.bytes);
  } catch {
    return undefined;
  }
}

/** True when everything that was sent is in what came back; null may be left out. */
export function covers(received: Exact, sent: Exact): boolean {
  if (Array.isArray(sent))
    return (
      Array.isArray(received) &&
      received.length === sent.length &&
      sent.every((item, index) => covers(received[index] ?? null, item))
    );
  if (!isExactObject(sent)) return isSame(received, sent);
  return (
    isExactObject(received) &&
    Object.entries(sent).every(([name, value]) =>
      received[name] === undefined ? value === null : covers(received[name], value),
    )
  );
}

/** How two answers about one thing differ in the properties that both can have. */
export function violationOf(
  { item: known, isAnswered }: Pick<Created, 'item' | 'isAnswered'>,
  received: Exact,
  shared: readonly string[],
): string | undefined {
  if (!isExactObject(known) || !isExactObject(received)) return isSame(known, received) ? undefined : 'something else';
  for (const name of shared) {
    if (!isAnswered && known[name] === undefined) continue;
    const [before = null, now = null] = [known[name], received[name]];
    if (!isSame(before, now))
      return now === null ? `no ${name}` : before === null ? `${name}, which was not there` : `another ${name}`;
  }
  return undefined;
}

export function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}… (${text.length} characters)` : text;
}
