import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type Description, describe } from '../../openapi/description.ts';
import { readContract } from '../../openapi/read-contract.ts';
import { type ResponseSet, responsesTo, unmatchedResponses } from '../../requirements/response/response-sets.ts';
import { contractOf, descriptionOf, operationIn } from '../../test/contracts.ts';

/** Every set of responses of the contract in a file; those of `fixtures/` may be of several files. */
export async function setsIn(file: string): Promise<{ name: string; description: Description; set: ResponseSet }[]> {
  const text = readFileSync(file, 'utf8');
  const description = describe(text.includes('.yaml#') ? await readContract(file) : contractOf(text));
  return [...description.operations.map(responsesTo), unmatchedResponses(description)].map((set) => ({
    name: `${basename(file)} ${set.name}`,
    description,
    set,
  }));
}

/** An operation whose responses are written as the YAML of one line. */
export function setOf(
  responses: string,
  components = '',
  method = 'get',
): { description: Description; set: ResponseSet } {
  const description = descriptionOf(
    `/books:\n  ${method}: { operationId: readBooks, responses: ${responses} }`,
    components,
  );
  return { description, set: responsesTo(operationIn(description, 'readBooks')) };
}
