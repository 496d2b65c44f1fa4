import type { Exact } from '../http/exact-json.ts';
import type { HttpRequest } from '../http/exchange.ts';
import { type RequestText, readRequest } from '../http/request-text.ts';
import type { Description } from '../openapi/description.ts';
import type { Operation, Parameter } from '../openapi/operation-table.ts';
import type { Route } from '../openapi/router.ts';
import type { Specification } from '../verify/server/run.ts';
import { catalogueOf } from './catalogue.ts';
import { ParameterReader, type ReadParameters } from './parameter/read-parameters.ts';
import { refusalAt } from './refusal.ts';
import { kindOf } from './registry.ts';
import type { ReadRequest } from './request/read-request.ts';
import { BodyReader } from './request-body/body-reader.ts';
import { Findings } from './request-findings.ts';
import { requestRequirements } from './request-requirements.ts';
import type { Requirement, RequirementDraft } from './requirement.ts';
import { CredentialReader } from './security/read-credential.ts';

/** What a client's request holds, decoded by the styles of the contract. */
export interface SentValues {
  /** By parameter; those that were not sent are absent. */
  parameters: ReadonlyMap<Parameter, Exact>;
  /** Media type without parameters, lower case; undefined without a body. */
  mediaType: string | undefined;
  /** Undefined without a body, and where it is no JSON or form. */
  body: Exact | undefined;
}

/** A requirement that a request does not keep. */
export interface RequestViolation {
  requirementId: string;
  documented: string;
  received: string;
}

export interface CheckedRequest {
  operation: Operation | undefined;
  /** Undefined where there is no operation. */
  sent: SentValues | undefined;
  /** Ids of the requirements that the request was held against and keeps. */
  kept: readonly string[];
  violations: readonly RequestViolation[];
  /** The status that a server of this contract would refuse it with, a documented one if there is one; undefined when it would be served. */
  refusal: number | undefined;
}

interface OperationCheck {
  credential: CredentialReader;
  parameters: ParameterReader;
  body: BodyReader;
}

/** Holds the requests of a client, one at a time, against a contract. */
export class RequestCheck {
  readonly #description: Description;
  readonly #requirements: readonly RequirementDraft[];
  readonly #ids: ReadonlySet<string>;
  readonly #catalogue: ReadonlyMap<string | null, readonly Requirement[]>;
  /** Those that are about where a request leads. */
  readonly #routed: readonly Requirement[];
  readonly #checks: ReadonlyMap<Operation, OperationCheck>;

  /** `key`: the only one that is right; without it any that is not empty is taken. */
  constructor(specification: Specification, key?: string) {
    const { description } = specification;
    this.#description = description;
    this.#requirements = requestRequirements(specification, key !== undefined);
    this.#ids = new Set(this.#requirements.map(({ id }) => id));
    const catalogue = catalogueOf(specification, 'client');
    this.#catalogue = Map.groupBy(catalogue, ({ operationId }) => operationId);
    this.#routed = catalogue.filter((requirement) => kindOf(requirement).client?.reach.by === 'routes');
    this.#checks = new Map(
      description.operations.map((operation) => [
        operation,
        {
          credential: new CredentialReader(description.service, operation, key),
          parameters: new ParameterReader(description, operation),
          body: new BodyReader(description, operation, this.#ids),
        },
      ]),
    );
  }

  /** Everything that a request can be held to, in the order of the contract. */
  requirements(): RequirementDraft[] {
    return [...this.#requirements];
  }

  check(request: HttpRequest): CheckedRequest {
    const text = readRequest(request);
    const findings = new Findings(this.#ids);
    const route = this.#description.router.find(text.method, text.path);
    this.#judgeRoute(route, text, findings);
    if (route.kind !== 'operation') return this.#checkOther(text, findings);
    const { operation, texts } = route;
    const check = this.#checks.get(operation);
    if (check === undefined) throw new Error(`There is no operation ${operation.id}.`);
    const read: ReadRequest = {
      operation,
      raw: request,
      text,
      credential: check.credential.read(text),
      parameters: check.parameters.read(text, texts),
      body: check.body.read(text),
    };
    for (const requirement of this.#catalogue.get(operation.id) ?? []) judgeRequest(requirement, read, findings);
    return {
      operation,
      sent: {
        parameters: valuesIn(read.parameters),
        mediaType: essenceOf(read.body.contentType),
        body: read.body.value,
      },
      kept: findings.kept,
      violations: findings.violations,
      refusal: refusalAt(findings.stages, operation.responses),
    };
  }

  #judgeRoute(route: Route, text: RequestText, findings: Findings): void {
    for (const requirement of this.#routed) {
      const reach = kindOf(requirement).client?.reach;
      const judgement = reach?.by === 'routes' ? reach.judge(route, text, requirement.subject) : undefined;
      if (judgement === 'kept') findings.keep(requirement.id);
      else if (judgement !== undefined) {
        const stage = route.kind === 'unknown path' ? 'path' : 'method';
        findings.violate([requirement.id], stage, judgement.documented, judgement.received);
      }
    }
  }

  /** A request that reaches no operation. */
  #checkOther(text: RequestText, findings: Findings): CheckedRequest {
    const { unmatchedResponses } = this.#description.service;
    // Who may not call anything learns nothing else, where that is documented.
    if (!this.#mayCall(text) && ['401', '403'].some((status) => Object.hasOwn(unmatchedResponses, status)))
      findings.stages.add('credential');
    return {
      operation: undefined,
      sent: undefined,
      kept: findings.kept,
      violations: findings.violations,
      refusal: refusalAt(findings.stages, unmatchedResponses),
    };
  }

  /** True for a credential that some operation takes, and where none asks for one. */
  #mayCall(text: RequestText): boolean {
    const closed = [...this.#checks.values()].filter(({ credential }) => !credential.isOpen);
    return closed.length === 0 || closed.some(({ credential }) => credential.read(text).verdict.kind === 'right');
  }
}

function valuesIn({ all }: ReadParameters): ReadonlyMap<Parameter, Exact> {
  return new Map(all.flatMap(({ parameter, value }) => (value === undefined ? [] : [[parameter, value] as const])));
}

/** What the kind of a requirement makes of a request. */
function judgeRequest(requirement: Requirement, read: ReadRequest, findings: Findings): void {
  const reach = kindOf(requirement).client?.reach;
  if (reach?.by !== 'requests') return;
  const judgement = reach.judge(read, requirement.subject);
  if (judgement === 'kept') findings.keep(requirement.id);
  else if (judgement !== undefined) {
    findings.violate([requirement.id], reach.refusedAt(requirement.subject), judgement.documented, judgement.received);
  }
}

/** A media type without its parameters, in lower case; undefined where there is none. */
function essenceOf(contentType: string): string | undefined {
  return contentType === '' ? undefined : contentType.split(';')[0]?.trim().toLowerCase();
}
