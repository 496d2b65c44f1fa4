import type { RequestText } from '../../http/request-text.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { ReadParameters } from '../parameter/read-parameters.ts';

/** A request to an operation, read by the styles and media types of the contract. */
export interface ReadRequest {
  operation: Operation;
  text: RequestText;
  parameters: ReadParameters;
}
