import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder, rooms } from '../../cli/project.ts';

/** A block of code in a README. */
export interface Block {
  /** The file and the line of its first line of code. */
  place: string;
  language: string;
  code: string;
}

/** Every block of code of the READMEs of the project. */
export function readmeBlocks(): Block[] {
  const files = [...rooms, 'examples'].flatMap((room) =>
    readdirSync(join(projectFolder, room), { recursive: true, encoding: 'utf8' }).map((file) => join(room, file)),
  );
  return ['README.md', ...files.filter((file) => /README\.md$/.test(file) && !file.includes('node_modules'))].flatMap(
    (file) => {
      const text = readFileSync(join(projectFolder, file), 'utf8');
      return [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(({ 1: language = '', 2: code = '', index }) => ({
        place: `${file}:${text.slice(0, index).split('\n').length + 1}`,
        language,
        code,
      }));
    },
  );
}

/** A command of this project, as a block shows it. */
export interface ShownCommand {
  place: string;
  /** Of npm, or of the program of the package. */
  of: 'npm' | 'contract';
  name: string;
  options: string[];
}

/** Every command of this project in the blocks that show what to type. */
export function shownCommands(blocks: readonly Block[]): ShownCommand[] {
  return blocks
    .filter(({ language }) => language === '')
    .flatMap(({ place, code }) =>
      [...code.matchAll(/\b(?:npm (?:-s )?(?:run (?:-s )?)?|npx (contract) )([a-z][\w:-]*)([^\n#&|]*)/g)]
        .filter(([, , name = '']) => !['ci', 'install', 'pack'].includes(name))
        .map(([, contract, name = '', rest = '']) => ({
          place,
          of: contract === undefined ? ('npm' as const) : ('contract' as const),
          name,
          options: rest.match(/(?<= )--[a-z][\w-]*/g) ?? [],
        })),
    );
}
