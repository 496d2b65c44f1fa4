import type { Location } from '../../cli/problem.ts';
import type { RunnableSpecification } from '../../verify/specification.ts';
import { arazzoMutants } from './arazzo-mutants.ts';
import { type ContractPart, partsOf } from './contract-parts.ts';
import { extensionMutants } from './extension-mutants.ts';
import {
  openMutants,
  operationMutants,
  pathItemMutants,
  requirementMutants,
  securitySchemeMutants,
  serverMutants,
} from './operation-mutants.ts';
import { parameterMutants, requiredMutants } from './parameter-mutants.ts';
import { type MutantDraft, Place } from './place.ts';
import { propertyMutants } from './property-mutants.ts';
import { RequirementIndex } from './requirement-index.ts';
import { contentMutants, linkMutants, responseMutants, responsesMutants } from './response-mutants.ts';
import { referenceMutants, schemaMutants } from './schema-mutants.ts';
import { edited, YamlText } from './yaml-text.ts';

/** A contract that differs from the real one in one requirement. */
export interface ContractMutant {
  id: string;
  /** In the bundled document, or in the file of its workflows. */
  pointer: string;
  /** A short phrase for people: `maximum 100 becomes 99`. */
  what: string;
  /** Where the change is made: in the file as it is, and on the same line of `text`. */
  location: Location;
  /** The requirements of the contract at the changed place, or nearest to it. */
  requirementIds: readonly string[];
  /** The whole file with the change. */
  text: string;
}

/**
 * Every mutant of a contract and of the workflows beside it, in the order of the files:
 * each is the text of one file with one requirement changed, and every other byte as it was.
 */
export function contractMutants(specification: RunnableSpecification): ContractMutant[] {
  const root = new YamlText(specification.description.contract.file);
  const drafts = draftsOf(root, specification.description.contract.version);
  const workflows = specification.workflows === undefined ? [] : arazzoDrafts(specification.workflows.file);
  const requirements = new RequirementIndex(specification);
  const mutants = [
    ...drafts.map((draft) => mutantOf(draft, requirements.of(draft))),
    ...workflows.map((draft) => mutantOf(draft, requirements.ofWorkflow(draft.pointer))),
  ];
  // A part of another file may be referred to twice.
  return [...new Map(mutants.map((mutant) => [mutant.id, mutant])).values()];
}

function mutantOf({ yaml, pointer, what, edits }: MutantDraft, requirementIds: readonly string[]): ContractMutant {
  // Other edits of the same requirement are names on lines that stay.
  return {
    id: `${pointer}: ${what}`,
    pointer,
    what,
    location: yaml.locationAt(edits[0].start),
    requirementIds,
    text: edited(yaml.text, edits),
  };
}

function draftsOf(root: YamlText, version: '3.0' | '3.1'): MutantDraft[] {
  const parts = partsOf(root);
  return parts.flatMap((part) => [...mutantsOf(part, parts, version), ...extensionMutants(part.place)]);
}

function arazzoDrafts(file: string): MutantDraft[] {
  const yaml = new YamlText(file);
  return arazzoMutants(new Place(yaml, '', yaml.document.contents));
}

function mutantsOf(
  { kind, place }: ContractPart,
  parts: readonly ContractPart[],
  version: '3.0' | '3.1',
): MutantDraft[] {
  const document = parts[0]?.place;
  const components = (name: string) => document?.at('components', name)?.names ?? [];
  switch (kind) {
    case 'schema':
      return [
        ...referenceMutants(place, components('schemas')),
        ...schemaMutants(place, version),
        ...propertyMutants(place),
      ];
    case 'parameter':
      return parameterMutants(place);
    case 'requestBody':
      return [...referenceMutants(place, components('requestBodies')), ...requiredMutants(place)];
    case 'responses':
      return responsesMutants(place);
    case 'response':
      return [...referenceMutants(place, components('responses')), ...responseMutants(place)];
    case 'content':
      return contentMutants(place);
    case 'header':
      return requiredMutants(place);
    case 'link':
      return linkMutants(place);
    case 'pathItem':
      return pathItemMutants(place, parts);
    case 'operation':
      return operationMutants(place, (document?.get('security')?.items() ?? []).length > 0);
    case 'requirements':
      return requirementMutants(place, components('securitySchemes'));
    case 'securityScheme':
      return securitySchemeMutants(place);
    case 'server':
      return serverMutants(place);
    case 'document':
      return openMutants(place, components('securitySchemes'));
    case 'components':
    case 'mediaType':
    case 'encoding':
    case 'callback':
      return [];
  }
}
