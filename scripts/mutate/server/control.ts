import type { HttpRequest, HttpResponse } from '../../http/exchange.ts';
import { altering, type FaultHarness, type Wrap } from '../../requirements/fault.ts';

/** A difference that a contract allows. */
export interface Control {
  name: string;
  wrap: Wrap;
  /** It changes no message: only when it comes, or nothing. */
  isUnseen?: boolean;
}

export const control = (name: string, wrap: Wrap): Control => ({ name, wrap });

/** A control that changes every response. */
export function altered(
  name: string,
  change: (response: HttpResponse, request: HttpRequest, harness: FaultHarness) => HttpResponse,
): Control {
  return control(name, altering(change));
}
