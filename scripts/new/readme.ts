import { readFileSync } from 'node:fs';
import { projectFile } from '../cli/project.ts';
import type { Description } from '../openapi/description.ts';

/** The README of a new service: what is left to write, and the commands. */
export function generateReadme({ service, operations }: Description, specification: string): string {
  const values = { title: service.title, contract: specification, operations: String(operations.length) };
  return Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(`{${name}}`, () => value),
    readFileSync(projectFile('scripts/new/service/README.md'), 'utf8'),
  );
}
