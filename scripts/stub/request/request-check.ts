import type { Operation, Parameter } from '../../contract/operation-table.ts';
import type { Description } from '../../verify/description.ts';
import type { Exact } from '../../verify/exact-json.ts';
import type { HttpRequest } from '../../verify/exchange.ts';
import type { FactDraft } from '../../verify/facts.ts';
import type { Proof } from '../../verify/run.ts';
import { isAcceptable, successTypes } from './accept.ts';
import { BodyCheck } from './body-check.ts';
import { CredentialCheck } from './credential-check.ts';
import { Findings } from './findings.ts';
import { ParameterCheck } from './parameter-check.ts';
import { refusalAt } from './refusal.ts';
import { requestFacts } from './request-facts.ts';
import { readRequest, type RequestText, whyNotEncoded } from './request-text.ts';
import { type Route, Router } from './router.ts';

/** What a client's request holds, decoded by the styles of the contract. */
export interface SentValues {
  /** By parameter; those that were not sent are absent. */
  parameters: ReadonlyMap<Parameter, Exact>;
  /** Media type without parameters, lower case; undefined without a body. */
  mediaType: string | undefined;
  /** Undefined without a body, and where it is no JSON or form. */
  body: Exact | undefined;
}

/** A fact that a request does not keep. */
export interface RequestBreach {
  factId: string;
  documented: string;
  received: string;
}

export interface CheckedRequest {
  operation: Operation | undefined;
  /** Undefined where there is no operation. */
  sent: SentValues | undefined;
  /** Ids of the facts that the request was held against and keeps. */
  kept: readonly string[];
  breaches: readonly RequestBreach[];
  /** The status that a server of this contract would refuse it with, a documented one if there is one; undefined when it would be served. */
  refusal: number | undefined;
}

interface OperationCheck {
  credential: CredentialCheck;
  parameters: ParameterCheck;
  body: BodyCheck;
  successTypes: readonly string[];
}

/** Holds the requests of a client, one at a time, against a contract. */
export class RequestCheck {
  readonly #description: Description;
  readonly #facts: readonly FactDraft[];
  readonly #ids: ReadonlySet<string>;
  readonly #router: Router;
  readonly #checks: ReadonlyMap<Operation, OperationCheck>;

  /** `key`: the only one that is right; without it any that is not empty is taken. */
  constructor(proof: Proof, key?: string) {
    const { description } = proof;
    this.#description = description;
    this.#facts = requestFacts(proof, key !== undefined);
    this.#ids = new Set(this.#facts.map(({ id }) => id));
    this.#router = new Router(description.operations);
    this.#checks = new Map(description.operations.map((operation) => [operation, {
      credential: new CredentialCheck(description.service, operation, key),
      parameters: new ParameterCheck(description, operation),
      body: new BodyCheck(description, operation),
      successTypes: successTypes(operation),
    }]));
  }

  /** Everything that a request can be held to, in the order of the contract. */
  facts(): FactDraft[] {
    return [...this.#facts];
  }

  check(request: HttpRequest): CheckedRequest {
    const text = readRequest(request);
    const findings = new Findings(this.#ids);
    const route = this.#router.find(text.method, text.path);
    if (route.kind !== 'operation') return this.#checkOther(text, route, findings);
    const { operation, texts } = route;
    this.#keepPaths(operation, findings);
    const check = this.#checks.get(operation);
    if (check === undefined) throw new Error(`There is no operation ${operation.id}.`);
    const leaked = check.credential.hold(text, findings);
    const parameters = check.parameters.hold(text, texts, leaked, findings);
    const body = check.body.hold(text, findings);
    holdEncoding(operation, request, findings);
    holdAccept(operation, check.successTypes, text, findings);
    return { operation, sent: { parameters, ...body }, kept: findings.kept, breaches: findings.breaches, refusal: refusalAt(findings.stages, operation.responses) };
  }

  /** A request that reaches no operation. */
  #checkOther(text: RequestText, route: Exclude<Route, { kind: 'operation' }>, findings: Findings): CheckedRequest {
    const { unmatchedResponses } = this.#description.service;
    const received = `${text.method} ${text.path}`;
    if (route.kind === 'unknown path') findings.breach(['paths.unknown'], 'path', 'A path of the contract.', received);
    else findings.breach([`paths.${route.path}.${text.method}`, 'paths.unknown'], 'method', `${route.path} offers ${route.operations.map(({ method }) => method).join(', ')}.`, received);
    // Who may not call anything learns nothing else, where that is documented.
    if (!this.#mayCall(text) && ['401', '403'].some((status) => Object.hasOwn(unmatchedResponses, status))) findings.stages.add('credential');
    return { operation: undefined, sent: undefined, kept: findings.kept, breaches: findings.breaches, refusal: refusalAt(findings.stages, unmatchedResponses) };
  }

  /** True for a credential that some operation takes, and where none asks for one. */
  #mayCall(text: RequestText): boolean {
    const closed = [...this.#checks.values()].filter(({ credential }) => !credential.isOpen);
    return closed.length === 0 || closed.some(({ credential }) => credential.isRight(text));
  }

  #keepPaths({ id, path }: Operation, findings: Findings): void {
    findings.keep(`${id}.exists`, 'paths.unknown', ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => `paths.${path}.${method}`));
  }
}

function holdEncoding({ id }: Operation, request: HttpRequest, findings: Findings): void {
  const problem = whyNotEncoded(request);
  if (problem === undefined) findings.keep(`${id}.request.encoding`);
  else findings.breach([`${id}.request.encoding`], undefined, 'Path and query are percent-encoded UTF-8 (RFC 3986).', problem);
}

function holdAccept({ id }: Operation, mediaTypes: readonly string[], { headers }: RequestText, findings: Findings): void {
  const accept = headers.get('accept')?.join(', ');
  if (mediaTypes.length === 0) return;
  if (accept === undefined || isAcceptable(accept, mediaTypes)) findings.keep(`${id}.request.accept`);
  else findings.breach([`${id}.request.accept`], undefined, `Accept allows ${mediaTypes.join(' or ')}.`, `Accept: ${accept}`);
}
