import { posix } from 'node:path';
import { runInNewContext } from 'node:vm';
import { rolldown } from 'rolldown';

export interface Validate {
  (value: unknown): boolean;
  errors?: { instancePath: string; message?: string }[];
  pointer?: string;
}

interface Responses {
  responses: Record<string, { headers: Record<string, Validate>; content: Record<string, Validate> }>;
}

interface OperationValidators extends Responses {
  parameters: Record<string, Record<string, Validate>>;
  requestBody: Record<string, Validate>;
}

interface Lines {
  responses: Record<string, string>;
  schemas: Record<string, { lines: Record<string, string>; properties: Record<string, string>; items?: string }>;
}

/** What `validators.js` loads, once all of it is loaded. */
export interface Validators {
  lines: Lines;
  operations: Record<string, OperationValidators>;
  unmatchedResponses: Responses['responses'];
}

interface Loaders {
  lines: () => Promise<Lines>;
  operations: Record<string, () => Promise<OperationValidators>>;
  unmatchedResponses: () => Promise<Responses>;
}

/**
 * Runs the generated `validators.js` and all that it loads where there is nothing but the language itself: no
 * `require`, no Node, no DOM. Throws where a module imports what is not one of them.
 */
export async function runValidators(files: ReadonlyMap<string, string>): Promise<Validators> {
  const build = await rolldown({
    input: 'validators.js',
    logLevel: 'silent',
    external: () => false,
    plugins: [
      {
        name: 'modules in memory',
        resolveId: (id, importer) => nameOf(files, importer === undefined ? id : posix.join(importer, '..', id)),
        load: (id) => files.get(id),
      },
    ],
  });
  const { output } = await build.generate({ format: 'iife', name: 'loaders', codeSplitting: false });
  await build.close();
  const loaders = runInNewContext(`${output[0].code}\nloaders;`, {}) as Loaders;
  const operations = await Promise.all(
    Object.entries(loaders.operations).map(async ([id, load]) => [id, await load()] as const),
  );
  const { responses } = await loaders.unmatchedResponses();
  return { lines: await loaders.lines(), operations: Object.fromEntries(operations), unmatchedResponses: responses };
}

function nameOf(files: ReadonlyMap<string, string>, name: string): string {
  if (!files.has(name)) throw new Error(`${name} is imported and was not generated.`);
  return name;
}
