import type { HttpRequest, Send } from '../../http/exchange.ts';
import { jsonIn } from '../../http/message-changes.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { valueFor, withTexts } from '../../openapi/parameters/request-parameters.ts';
import { textOf } from '../../openapi/parameters/scalar-text.ts';
import { parameterSchema } from '../../openapi/schema-pointers.ts';
import { enumOf, numberAt, textAt, viewSchema } from '../../openapi/schema-view.ts';
import { answering, type FaultDraft, faultDraft, type Wrap } from '../fault.ts';
import type { MessageContext } from '../message-context.ts';
import { KnownItems } from '../resource/known-items.ts';
import { failing } from './faulty-answers.ts';
import { isWithTexts, validText } from './parameter.ts';
import { keywordOf } from './violated-keyword.ts';

/** Servers that take what a keyword forbids, refuse what it allows, or fail with what they must refuse. */
export function keywordFaults(
  context: MessageContext,
  operation: Operation,
  parameter: Parameter,
  keyword: string,
): FaultDraft[] {
  const faults = new KeywordFaults(context, operation, parameter, keyword);
  switch (keyword) {
    case 'text':
      return [faults.failing('fails with unusual texts', (text) => /[^\x20-\x7e]/.test(text))];
    case 'range':
      return faults.ofRange();
    case 'type':
      return faults.ofType();
    default:
      return faults.ofKeyword();
  }
}

class KeywordFaults {
  readonly #context: MessageContext;
  readonly #operation: Operation;
  readonly #parameter: Parameter;
  readonly #keyword: string;

  constructor(context: MessageContext, operation: Operation, parameter: Parameter, keyword: string) {
    this.#context = context;
    this.#operation = operation;
    this.#parameter = parameter;
    this.#keyword = keyword;
  }

  ofRange(): FaultDraft[] {
    const fails = this.failing('fails with integers beyond 2^53', (text) => /^-?\d{16,}$/.test(text));
    const others = [this.#accepting(), this.#refusing('refuses 1', (text) => text === '1')];
    return this.#parameter.in === 'path' ? [fails] : [fails, ...others];
  }

  ofType(): FaultDraft[] {
    const refuses = this.#refusing('refuses what is of its type', () => true);
    const others = this.#parameter.in === 'path' ? [] : [refuses];
    return [this.#accepting(), this.#failingWhereWrong('fails with another type'), ...others];
  }

  ofKeyword(): FaultDraft[] {
    const view = viewSchema(this.#context.description.contract, parameterSchema(this.#parameter));
    const [bound, last] = [numberAt(view, this.#keyword), enumOf(view)?.at(-1)];
    const isInt64 = this.#keyword === 'format' && textAt(view, 'format') === 'int64';
    const isBound = (text: string) => Number(text) === bound || text.length === bound;
    return [
      this.#accepting(),
      ...(bound === undefined ? [] : [this.#refusing('refuses the bound itself', isBound)]),
      ...(this.#keyword === 'enum' && last !== undefined
        ? [this.#refusing('refuses its last value', (text) => text === textOf(last))]
        : []),
      ...(isInt64 ? [this.#failingWhereWrong('fails with what is beyond it')] : []),
    ];
  }

  failing(what: string, test: (text: string) => boolean): FaultDraft {
    return failing(
      this.#context,
      what,
      this.#about((texts) => texts.some(test)),
    );
  }

  #failingWhereWrong(what: string): FaultDraft {
    return failing(
      this.#context,
      what,
      this.#about((texts) => this.#isWrong(texts)),
    );
  }

  #refusing(what: string, test: (text: string) => boolean): FaultDraft {
    const isGood = ([text, ...others]: string[]) =>
      text !== undefined && others.length === 0 && this.#violated([text]).length === 0 && test(text);
    const refuse = (request: HttpRequest, send: Send) => this.#context.refused(send, request, this.#operation);
    return faultDraft(what, answering(this.#about(isGood), refuse));
  }

  /** The invalid value is replaced by a valid one: in a path, by the identifier of something that is there. */
  #accepting(): FaultDraft {
    const isAbout = this.#about((texts) => this.#isWrong(texts));
    const replaced = withExisting(this.#context, this.#operation, (request, existing) => {
      if (!isAbout(request)) return request;
      const text = this.#parameter.in === 'path' ? existing : validText(this.#context, this.#parameter);
      return text === undefined ? request : withTexts(request, this.#operation, this.#parameter, [text]);
    });
    return faultDraft('takes what it must not', replaced);
  }

  #about(test: (texts: string[]) => boolean): (request: HttpRequest) => boolean {
    return isWithTexts(this.#context, this.#operation, this.#parameter, test);
  }

  #isWrong(texts: string[]): boolean {
    const [text = ''] = texts;
    const violated = this.#violated(texts);
    const { types } = viewSchema(this.#context.description.contract, parameterSchema(this.#parameter));
    // No text in a query is of another type than a text; some look as if they were.
    if (this.#keyword === 'type' && types.includes('string'))
      return violated.length > 0 && /^(|true|-?\d+(\.\d+)?)$/.test(text);
    if (this.#keyword === 'range') return violated.length > 0 && /^-?\d{9,}$/.test(text);
    return violated.includes(this.#keyword);
  }

  /** The keywords that the texts violate. */
  #violated(texts: string[]): string[] {
    if (texts.length === 0) return [];
    return this.#context.parameterViolations(this.#parameter, valueFor(this.#parameter, texts)).map(keywordOf);
  }
}

/** Changes requests to an operation, with the identifier of what was created last at hand. */
function withExisting(
  context: MessageContext,
  operation: Operation,
  change: (request: HttpRequest, existing: string | undefined) => HttpRequest,
): Wrap {
  const resource = context.resources.find((own) => [own.read, own.replace, own.merge, own.remove].includes(operation));
  return (send) => {
    const known = new KnownItems(context);
    return async (request) => {
      const id = resource === undefined ? undefined : known.of(resource).at(-1)?.id;
      const changed = change(request, id === undefined ? undefined : textOf(id));
      const response = await send(changed);
      known.note(request, response, jsonIn(response.body));
      return response;
    };
  };
}
