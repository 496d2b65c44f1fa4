import { deprecationHasDate } from './deprecation-has-date.ts';
import { deprecationHasReplacement } from './deprecation-has-replacement.ts';
import { deprecationHasSunset } from './deprecation-has-sunset.ts';
import { deprecationIsAnnounced } from './deprecation-is-announced.ts';
import { deprecationIsDeclared } from './deprecation-is-declared.ts';
import { errorResponseBody } from './error-response-body.ts';
import { formatSpelling } from './format-spelling.ts';
import { linkExpressionResolves } from './link-expression-resolves.ts';
import { linkOperationDefined } from './link-operation-defined.ts';
import { noEmptyBounds } from './no-empty-bounds.ts';
import { noInvalidHeaderExamples } from './no-invalid-header-examples.ts';
import { noInvalidSchemaDefaults } from './no-invalid-schema-defaults.ts';
import { noNullHeaders } from './no-null-headers.ts';
import { noYamlAnchors } from './no-yaml-anchors.ts';
import { operation401Response } from './operation-401-response.ts';
import { operation429Response } from './operation-429-response.ts';
import { pathParameterRequired } from './path-parameter-required.ts';
import { propertyDescription } from './property-description.ts';
import { rateLimitPlans } from './rate-limit-plans.ts';
import { rateLimitReset } from './rate-limit-reset.ts';
import { responseDeprecationHeaders } from './response-deprecation-headers.ts';
import { responseRateLimitHeaders } from './response-rate-limit-headers.ts';
import { responseStatusHeaders } from './response-status-headers.ts';
import { serversSharePath } from './servers-share-path.ts';
import { sunsetNotPassed } from './sunset-not-passed.ts';
import type { NodeType, Plugin, Rule } from './support/redocly.ts';

/** The lint rules of this project; `contract/all` in `extends` switches on every one of them. */
export function contractRules(now: () => Date): Plugin {
  const rules = {
    'deprecation-has-date': deprecationHasDate,
    'deprecation-has-replacement': deprecationHasReplacement,
    'deprecation-has-sunset': deprecationHasSunset,
    'deprecation-is-announced': deprecationIsAnnounced,
    'deprecation-is-declared': deprecationIsDeclared,
    'error-response-body': errorResponseBody,
    'format-spelling': formatSpelling,
    'link-expression-resolves': linkExpressionResolves,
    'link-operation-defined': linkOperationDefined,
    'no-empty-bounds': noEmptyBounds,
    'no-invalid-header-examples': noInvalidHeaderExamples,
    'no-invalid-schema-defaults': noInvalidSchemaDefaults,
    'no-null-headers': noNullHeaders,
    'no-yaml-anchors': noYamlAnchors,
    'operation-401-response': operation401Response,
    'operation-429-response': operation429Response,
    'path-parameter-required': pathParameterRequired,
    'property-description': propertyDescription,
    'rate-limit-plans': rateLimitPlans,
    'rate-limit-reset': rateLimitReset,
    'response-deprecation-headers': responseDeprecationHeaders,
    'response-rate-limit-headers': responseRateLimitHeaders,
    'response-status-headers': responseStatusHeaders,
    'servers-share-path': serversSharePath,
    'sunset-not-passed': sunsetNotPassed(now),
  };
  const rulesOfArazzo = { 'no-yaml-anchors': noYamlAnchors };
  return {
    id: 'contract',
    rules: { oas3: rules, arazzo1: rulesOfArazzo },
    // By the kind of document: Redocly warns of a rule that has nothing to do.
    configs: {
      all: {
        oas3_0Rules: switchOn(rules),
        oas3_1Rules: switchOn(rules),
        arazzo1Rules: switchOn(rulesOfArazzo),
        arazzo1_1Rules: switchOn(rulesOfArazzo),
      },
    },
    typeExtension: { oas3: typeUnmatchedResponses },
  };
}

export default (): Plugin => contractRules(() => new Date());

function switchOn(rules: Record<string, Rule>): Record<string, 'error'> {
  return Object.fromEntries(Object.keys(rules).map((name) => [`contract/${name}`, 'error']));
}

/** Redocly looks into `x-unmatched-responses` as it looks into the responses of an operation. */
function typeUnmatchedResponses(types: Record<string, NodeType>): Record<string, NodeType> {
  const { Root } = types;
  return Root
    ? { ...types, Root: { ...Root, properties: { ...Root.properties, 'x-unmatched-responses': 'Responses' } } }
    : types;
}
