import type { HttpRequest, Send } from '../../http/exchange.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { isReadLeniently } from '../../openapi/parameters/lenient-reading.ts';
import { textsFor, valueFor, withTexts, withValue } from '../../openapi/parameters/request-parameters.ts';
import { textOf } from '../../openapi/parameters/scalar-text.ts';
import { parameterSchema } from '../../openapi/schemas/schema-pointers.ts';
import { enumOf, numberAt, textAt, viewSchema } from '../../openapi/schemas/schema-view.ts';
import { answering, type FaultDraft, faultDraft } from '../fault.ts';
import type { MessageContext } from '../message-context.ts';
import { withExisting } from './existing-item.ts';
import { failing } from './faulty-answers.ts';
import { isOpaqueName, isWithTexts, validValue } from './parameter.ts';
import { spellingsOf } from './spellings.ts';
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
      return faults.ofText();
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

  ofText(): FaultDraft[] {
    // In a header, no text is of other characters.
    const isUnusual = (text: string) => /[^\x20-\x7e]|%20|__proto__/.test(text);
    return [this.#failing('fails with unusual texts', (texts) => texts.some(isUnusual))];
  }

  ofRange(): FaultDraft[] {
    const isLong = (texts: string[]) => texts.some((text) => /^-?\d{16,}$/.test(text));
    const fails = this.#failing('fails with integers beyond 2^53', isLong);
    if (this.#parameter.in === 'path') return [fails];
    const refusing = this.#mayBeRefused() ? [] : [this.#refusing('refuses 1', (text) => text === '1')];
    return [fails, ...this.#accepting(), ...refusing];
  }

  ofType(): FaultDraft[] {
    const { in: place, required } = this.#parameter;
    // What every request must have, or a list leads to, cannot be refused each time.
    const isNeeded = place === 'query' || (place !== 'path' && required);
    const refusing = isNeeded ? [this.#refusing('refuses what is of its type', () => true)] : [];
    return [...this.#accepting(), ...this.#failingWhereWrong('fails with another type'), ...refusing];
  }

  ofKeyword(): FaultDraft[] {
    const view = viewSchema(this.#context.description.contract, parameterSchema(this.#parameter));
    const [bound, last] = [numberAt(view, this.#keyword), enumOf(view)?.at(-1)];
    const isInt64 = this.#keyword === 'format' && textAt(view, 'format') === 'int64';
    const isBound = (text: string) => Number(text) === bound || text.length === bound;
    const refusing = [
      ...(bound === undefined ? [] : [this.#refusing('refuses the bound itself', isBound)]),
      ...(this.#keyword === 'enum' && last !== undefined
        ? [this.#refusing('refuses its last value', (text) => text === textOf(last))]
        : []),
    ];
    return [
      ...this.#accepting(),
      ...(this.#mayBeRefused() ? [] : refusing),
      ...(isInt64 ? this.#failingWhereWrong('fails with what is beyond it') : []),
      ...(/^(exclusiveMaximum|maximum|format)$/.test(this.#keyword) ? this.#wrapping() : []),
    ];
  }

  /** What is beyond the bound, and wraps round to a value that is allowed, is taken for that. */
  #wrapping(): FaultDraft[] {
    const { in: place, types } = this.#parameter;
    // In a path, what it wraps round to need not be there.
    if (place === 'path' || !types.includes('integer')) return [];
    return [32, 64].map((bits) => {
      const isAbout = this.#about((texts) => this.#isWrong(texts));
      const take = answering(isAbout, (request, send) => {
        const [text = ''] = textsFor(request, this.#operation, this.#parameter);
        const kept = /^\d+$/.test(text) ? String(BigInt.asUintN(bits, BigInt(text))) : text;
        const isValid = this.#violated([kept]).length === 0;
        return send(isValid ? withTexts(request, this.#operation, this.#parameter, [kept]) : request);
      });
      return faultDraft(`keeps ${bits} bits`, take);
    });
  }

  #failing(what: string, test: (texts: string[]) => boolean): FaultDraft {
    return failing(this.#context, what, this.#about(test));
  }

  #failingWhereWrong(what: string): FaultDraft[] {
    return this.#canBeWrong() ? [this.#failing(what, (texts) => this.#isWrong(texts))] : [];
  }

  /** Whether the contract leaves open that an allowed value is refused: for what it means, or names, to the server. */
  #mayBeRefused(): boolean {
    const { in: place, name } = this.#parameter;
    return place === 'path' || place === 'header' || place === 'cookie' || (place === 'query' && isOpaqueName(name));
  }

  #refusing(what: string, test: (text: string) => boolean): FaultDraft {
    const isGood = ([text, ...others]: string[]) =>
      text !== undefined && others.length === 0 && this.#violated([text]).length === 0 && test(text);
    const refuse = (request: HttpRequest, send: Send) => this.#context.refused(send, request, this.#operation);
    return faultDraft(what, answering(this.#about(isGood), refuse));
  }

  /** The invalid value is replaced by a valid one: in a path, by the identifier of something that is there. */
  #accepting(): FaultDraft[] {
    if (!this.#canBeWrong()) return [];
    const isAbout = this.#about((texts) => this.#isWrong(texts));
    const valid = validValue(this.#context, this.#parameter);
    const replaced = withExisting(this.#context, this.#operation, this.#parameter, (request, existing) => {
      const value = this.#parameter.in === 'path' ? existing : valid;
      return value === undefined || !isAbout(request)
        ? request
        : withValue(request, this.#operation, this.#parameter, value);
    });
    return [faultDraft('takes what it must not', replaced)];
  }

  /** Whether one of the values that the keyword is tried with violates it: of a free text, none does. */
  #canBeWrong(): boolean {
    if (isReadLeniently(this.#context.description.contract, this.#parameter)) return false;
    return spellingsOf(this.#context, this.#parameter).some(
      ({ keyword, value }) =>
        keyword === this.#keyword && this.#context.parameterViolations(this.#parameter, value).length > 0,
    );
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
