/** A refusal that is thrown instead of handed on. */
export class RefusedError<Result extends Refused = Refused> extends Error {
  override readonly name = 'RefusedError';
  /** The result, as the call gave it. */
  readonly result: Result;

  constructor(result: Result) {
    super(`${result.status} ${result.error.code}: ${result.error.message}`);
    this.result = result;
  }
}

/** A result without data. */
export interface Refused {
  status: number;
  error: { code: string; message: string };
  data: undefined;
}

/** The `data` of a call; throws RefusedError where the call gives an `error`. */
export async function orThrow<Data>(call: Promise<{ data: Data; error: undefined } | Refused>): Promise<Data> {
  const result = await call;
  if (result.error !== undefined) throw new RefusedError(result);
  return result.data;
}
