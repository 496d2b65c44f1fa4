import { type Exact, isExactObject } from '../../../http/exact-json.ts';

/**
 * The texts that requests were served with, by the names of their properties. A name may have to be unique, as that of
 * a user; where one was served twice to what makes new things, it need not be.
 */
export class TakenTexts {
  readonly #served = new Set<string>();
  readonly #made = new Set<string>();
  readonly #free = new Set<string>();

  /** Takes in the body of a request that was served. `isMaking`: it may have made a new thing. */
  note(isMaking: boolean, body: Exact): void {
    for (const [name, text] of textsIn(body)) {
      const key = JSON.stringify([name, text]);
      if (isMaking && this.#made.has(key)) this.#free.add(name);
      if (isMaking) this.#made.add(key);
      this.#served.add(key);
    }
  }

  /** True for a body with a text that may have to be unique, and was served before. */
  hasOne(body: Exact): boolean {
    return textsIn(body).some(
      ([name, text]) => !this.#free.has(name) && this.#served.has(JSON.stringify([name, text])),
    );
  }
}

/** The properties of a body that are texts, at every depth. */
function textsIn(value: Exact): [name: string, text: string][] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isExactObject(value)) return [];
  return Object.entries(value).flatMap(([name, own]): [string, string][] =>
    typeof own === 'string' ? [[name, own]] : textsIn(own),
  );
}
