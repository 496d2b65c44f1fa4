import { basename } from 'node:path';
import { rolldown } from 'rolldown';
import { projectFolder } from '../cli/project.ts';

/** A program in one folder: its modules by name, and the packages that are a part of them. */
interface Program {
  input: Record<string, string>;
  folder: string;
  /** What is loaded from the packages of the user, where a command needs it. */
  external: readonly string[];
}

/** Bundles a program with the packages that it imports, and gives the folders of those. */
export async function bundleProgram({ input, folder, external }: Program): Promise<string[]> {
  const build = await rolldown({
    input,
    cwd: projectFolder,
    platform: 'node',
    logLevel: 'silent',
    // A command is its side effects, whatever package.json says of what can be imported.
    treeshake: { moduleSideEffects: () => true },
    external: (id) => external.some((name) => id === name || id.startsWith(`${name}/`)),
  });
  const { output } = await build.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    comments: { legal: false },
    // Names that stay as they are when a module is added.
    codeSplitting: {
      groups: [
        { name: (id) => basename(packageOf(id) ?? ''), test: /node_modules/ },
        { name: 'toolchain', test: /scripts\/(?!generate)/, minShareCount: 2 },
      ],
    },
  });
  await build.close();
  const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
  return [...new Set(modules.flatMap((id) => packageOf(id) ?? []))].sort();
}

/** The folder of the package that a module is of; undefined for one of the project. */
function packageOf(id: string): string | undefined {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0];
}
