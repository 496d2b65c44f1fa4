import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { packPackage, run } from '../packed-package.ts';
import { newProject } from './project.ts';

const versions = { '5.4': '5.4.5', '5.9': '5.9.3', '7': '7.0.2' };

let project: string;
beforeAll(async () => {
  const compilers = Object.entries(versions).map(([name, version]) => `typescript-${name}@npm:typescript@${version}`);
  const packed = await packPackage();
  project = await newProject(packed, compilers);
  // As types alone: how a document is loaded is different from one runtime to the next.
  const documents = `import type json from '${packed.name}/openapi.json';
import type yaml from '${packed.name}/openapi.yaml';
export type Documents = { version: (typeof json)['info']['version']; yaml: typeof yaml };
`;
  writeFileSync(join(project, 'documents.ts'), documents);
});

const cases = Object.keys(versions).flatMap((version) =>
  ['node16', 'bundler'].flatMap((moduleResolution) =>
    [false, true].map((exactOptionalPropertyTypes) => ({ version, moduleResolution, exactOptionalPropertyTypes })),
  ),
);

test.each(cases)(
  'TypeScript $version, $moduleResolution, exactOptionalPropertyTypes $exactOptionalPropertyTypes',
  async ({ version, moduleResolution, exactOptionalPropertyTypes }) => {
    const compilerOptions = {
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      types: [],
      module: moduleResolution === 'node16' ? 'node16' : 'es2022',
      moduleResolution,
      strict: true,
      exactOptionalPropertyTypes,
      skipLibCheck: false,
      resolveJsonModule: true,
      noEmit: true,
    };
    const configuration = `tsconfig.${version}-${moduleResolution}-${exactOptionalPropertyTypes}.json`;
    writeFileSync(
      join(project, configuration),
      JSON.stringify({ compilerOptions, files: ['adopt.ts', 'imports.ts', 'documents.ts'] }),
    );
    const compiler = join(project, 'node_modules', `typescript-${version}`, 'bin/tsc');
    expect(await run(process.execPath, [compiler, '--project', configuration], project)).toBe('');
  },
);
