import type { Exact } from '../../http/exact-json.ts';
import type { HttpRequest } from '../../http/exchange.ts';
import { type RequestText, readRequest } from '../../http/request-text.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import type { Route } from '../../openapi/router.ts';
import { catalogueOf, requirementsOf, requirementsOfKinds } from '../catalogue.ts';
import { ParameterReader, type ReadParameters } from '../parameter/read-parameters.ts';
import { kindOf, kinds } from '../registry.ts';
import { BodyReader } from '../request-body/body-reader.ts';
import type { Requirement } from '../requirement.ts';
import { CredentialReader } from '../security/read-credential.ts';
import type { Specification } from '../specification.ts';
import type { ReadRequest } from './read-request.ts';
import { refusalAt } from './refusal.ts';
import { RequestFindings, type RequestViolation } from './request-findings.ts';

/** What a client's request holds, decoded by the styles of the contract. */
export interface SentValues {
  /** By parameter; those that were not sent are absent. */
  parameters: ReadonlyMap<Parameter, Exact>;
  /** Media type without parameters, lower case; undefined without a body. */
  mediaType: string | undefined;
  /** Undefined without a body, and where it is no JSON or form. */
  body: Exact | undefined;
}

export interface CheckedRequest {
  operation: Operation | undefined;
  /** Undefined where there is no operation. */
  sent: SentValues | undefined;
  /** A right key that it carries, where it needs one. */
  key: string | undefined;
  /** Ids of the requirements that the request concerns and keeps. */
  kept: readonly string[];
  violations: readonly RequestViolation[];
  /**
   * The status that a server of this contract would refuse it with, a documented one if there is one;
   * undefined when it would be served.
   */
  refusal: number | undefined;
}

interface OperationCheck {
  requirements: readonly Requirement[];
  parameters: ParameterReader;
  body: BodyReader;
}

/** Checks the requests of a client, one at a time, by a contract. */
export class RequestCheck {
  /** Keys that are right besides: those that logins have given. */
  readonly given = new Set<string>();
  readonly #specification: Specification;
  readonly #key: string | undefined;
  /** Those that are about where a request leads. */
  readonly #ofRoutes: readonly Requirement[];
  readonly #credentials: ReadonlyMap<Operation, CredentialReader>;
  /** By operation, as they are asked for: a large contract has more than a stub is ever asked. */
  readonly #checks = new Map<Operation, OperationCheck>();

  /** `key`: the only one that is right; without it any that is not empty is taken. */
  constructor(specification: Specification, key?: string) {
    const { service, operations } = specification.description;
    this.#specification = specification;
    this.#key = key;
    const ofRoutes = kinds.filter(({ client }) => client?.reach.by === 'routes');
    this.#ofRoutes = requirementsOfKinds(specification, 'client', ofRoutes);
    this.#credentials = new Map(
      operations.map((operation) => [operation, new CredentialReader(service, operation, { key, given: this.given })]),
    );
  }

  /** Everything that a request can show, operation by operation. */
  get requirements(): readonly Requirement[] {
    return this.#shownOf(catalogueOf(this.#specification, 'client'));
  }

  /** What a request can show, of where it leads, and of the operation that it has reached. */
  requirementsOf(operation: Operation | undefined): readonly Requirement[] {
    return operation === undefined ? this.#ofRoutes : [...this.#ofRoutes, ...this.#checkOf(operation).requirements];
  }

  #shownOf(requirements: readonly Requirement[]): Requirement[] {
    return requirements.filter((one) => isOfRequests(one, this.#key !== undefined));
  }

  #checkOf(operation: Operation): OperationCheck {
    const known = this.#checks.get(operation);
    if (known !== undefined) return known;
    const { description } = this.#specification;
    const requirements = this.#shownOf(requirementsOf(this.#specification, 'client', operation));
    const check: OperationCheck = {
      requirements,
      parameters: new ParameterReader(description, operation),
      body: new BodyReader(description, operation, new Set(requirements.map(({ id }) => id))),
    };
    this.#checks.set(operation, check);
    return check;
  }

  check(request: HttpRequest): CheckedRequest {
    const text = readRequest(request);
    const findings = new RequestFindings();
    const route = this.#specification.description.router.find(text.method, text.path);
    this.#judgeRoute(route, text, findings);
    if (route.kind !== 'operation') return this.#checkOther(text, findings);
    const { operation, texts } = route;
    const check = this.#checkOf(operation);
    const credential = this.#credentials.get(operation);
    if (credential === undefined) throw new Error(`There is no operation ${operation.id}.`);
    const read: ReadRequest = {
      operation,
      raw: request,
      text,
      credential: credential.read(text),
      parameters: check.parameters.read(text, texts),
      body: check.body.read(text),
    };
    for (const requirement of check.requirements) judgeRequest(requirement, read, findings);
    const { verdict } = read.credential;
    return {
      operation,
      sent: {
        parameters: valuesIn(read.parameters),
        mediaType: essenceOf(read.body.contentType),
        body: read.body.value,
      },
      key: verdict.kind === 'right' ? verdict.key : undefined,
      kept: findings.kept,
      violations: findings.violations,
      refusal: refusalAt(findings.stages, operation.responses),
    };
  }

  #judgeRoute(route: Route, text: RequestText, findings: RequestFindings): void {
    for (const requirement of this.#ofRoutes) {
      const reach = kindOf(requirement).client?.reach;
      const judgement = reach?.by === 'routes' ? reach.judge(route, text, requirement.subject) : undefined;
      if (judgement === 'kept') findings.keep(requirement);
      else if (judgement !== undefined) {
        const stage = route.kind === 'unknown path' ? 'path' : 'method';
        findings.violate(requirement, stage, judgement);
      }
    }
  }

  /** A request that reaches no operation. */
  #checkOther(text: RequestText, findings: RequestFindings): CheckedRequest {
    const { unmatchedResponses } = this.#specification.description.service;
    // Who may not call anything learns nothing else, where that is documented.
    if (!this.#mayCall(text) && ['401', '403'].some((status) => Object.hasOwn(unmatchedResponses, status)))
      findings.stages.add('credential');
    return {
      operation: undefined,
      sent: undefined,
      key: undefined,
      kept: findings.kept,
      violations: findings.violations,
      refusal: refusalAt(findings.stages, unmatchedResponses),
    };
  }

  /** True for a credential that some operation takes, and where none asks for one. */
  #mayCall(text: RequestText): boolean {
    const closed = [...this.#credentials.values()].filter(({ isOpen }) => !isOpen);
    return closed.length === 0 || closed.some((credential) => credential.read(text).verdict.kind === 'right');
  }
}

function valuesIn({ all }: ReadParameters): ReadonlyMap<Parameter, Exact> {
  return new Map(all.flatMap(({ parameter, value }) => (value === undefined ? [] : [[parameter, value] as const])));
}

/** Whether one request shows a requirement. `hasKey`: one key is known to be right. */
function isOfRequests(requirement: Requirement, hasKey: boolean): boolean {
  const reach = kindOf(requirement).client?.reach;
  return reach?.by === 'routes' || (reach?.by === 'requests' && (hasKey || reach.needsRightKey !== true));
}

/** What the kind of a requirement makes of a request. */
function judgeRequest(requirement: Requirement, read: ReadRequest, findings: RequestFindings): void {
  const reach = kindOf(requirement).client?.reach;
  if (reach?.by !== 'requests') return;
  const judgement = reach.judge(read, requirement.subject);
  if (judgement === 'kept') findings.keep(requirement);
  else if (judgement !== undefined) {
    findings.violate(requirement, reach.refusedAt(requirement.subject, read), judgement);
  }
}

/** A media type without its parameters, in lower case; undefined where there is none. */
function essenceOf(contentType: string): string | undefined {
  return contentType === '' ? undefined : contentType.split(';')[0]?.trim().toLowerCase();
}
