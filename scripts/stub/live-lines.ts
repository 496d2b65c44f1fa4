import { paint } from '../cli/command-line.ts';
import { describeLocation } from '../cli/problem.ts';
import { shortened, visible } from '../cli/text.ts';
import { describeViolation, type StubExchange } from './stub.ts';

const mostCharacters = 400;

/** Tells of each exchange as it happens: what it breaks, one line each; once, that an operation is deprecated. */
export class LiveLines {
  readonly #tellsAll: boolean;
  readonly #told = new Set<string>();

  /** `tellsAll`: what breaks nothing is told as well. */
  constructor(tellsAll: boolean) {
    this.#tellsAll = tellsAll;
  }

  linesFor({ operation, request: { method, target }, title, violations }: StubExchange): string[] {
    const line = (text: string) => shortened(visible(text), mostCharacters);
    const told = violations.map(
      (violation) =>
        `${paint('red', '✗')} ${line(`${describeLocation(violation.requirement.location)} ${violation.requirement.id}: ${describeViolation(violation)}`)}`,
    );
    const request = this.#tellsAll ? [paint('dim', line(`${method} ${target} ${title}`))] : [];
    return [...request, ...told, ...this.#deprecation(operation)];
  }

  #deprecation(operation: StubExchange['operation']): string[] {
    if (operation === undefined || operation.deprecation === null || this.#told.has(operation.id)) return [];
    this.#told.add(operation.id);
    const { since, sunset, replacement } = operation.deprecation;
    const parts = [
      `deprecated${since === null ? '' : ` since ${since}`}`,
      ...(sunset === null ? [] : [`removed on ${sunset}`]),
      ...(replacement === null ? [] : [`replaced by ${replacement.operationId}`]),
    ];
    return [`${paint('yellow', '!')} ${visible(`${operation.id} is ${parts.join(', ')}.`)}`];
  }
}
