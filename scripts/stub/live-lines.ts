import { paint } from '../cli/command-line.ts';
import { describeLocation } from '../cli/problem.ts';
import { shortened, visible } from '../cli/text.ts';
import { describeViolation, type StubExchange } from './stub.ts';

const mostCharacters = 400;

/** Lines for each exchange as it happens: one for each violation; once, that an operation is deprecated. */
export class LiveLines {
  readonly #printsAll: boolean;
  readonly #deprecated = new Set<string>();

  /** `printsAll`: what violates nothing is printed as well. */
  constructor(printsAll: boolean) {
    this.#printsAll = printsAll;
  }

  linesFor({ operation, request: { method, target }, title, violations }: StubExchange): string[] {
    const line = (text: string) => shortened(visible(text), mostCharacters);
    const lines = violations.map((violation) => {
      const { location, id } = violation.requirement;
      return `${paint('red', '✗')} ${line(`${describeLocation(location)} ${id}: ${describeViolation(violation)}`)}`;
    });
    const request = this.#printsAll ? [paint('dim', line(`${method} ${target} ${title}`))] : [];
    return [...request, ...lines, ...this.#deprecation(operation)];
  }

  #deprecation(operation: StubExchange['operation']): string[] {
    if (operation === undefined || operation.deprecation === null || this.#deprecated.has(operation.id)) return [];
    this.#deprecated.add(operation.id);
    const { since, sunset, replacement } = operation.deprecation;
    const parts = [
      `deprecated${since === null ? '' : ` since ${since}`}`,
      ...(sunset === null ? [] : [`removed on ${sunset}`]),
      ...(replacement === null ? [] : [`replaced by ${replacement.operationId}`]),
    ];
    return [`${paint('yellow', '!')} ${visible(`${operation.id} is ${parts.join(', ')}.`)}`];
  }
}
