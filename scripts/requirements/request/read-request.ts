import type { HttpRequest } from '../../http/exchange.ts';
import type { RequestText } from '../../http/request-text.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { ReadParameters } from '../parameter/read-parameters.ts';
import type { ReadBody } from '../request-body/read-body.ts';
import type { ReadCredential } from '../security/read-credential.ts';

/** A request to an operation, read by the styles and media types of the contract. */
export interface ReadRequest {
  operation: Operation;
  /** As it came over the network. */
  raw: HttpRequest;
  text: RequestText;
  credential: ReadCredential;
  parameters: ReadParameters;
  body: ReadBody;
}
