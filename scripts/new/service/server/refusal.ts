/** A request that this server refuses by itself; thrown from wherever this is found, and answered by app.ts. */
export class Refusal extends Error {
  readonly status: number;
  /** Why, as a word for programs. */
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}
