import { join } from 'node:path';
import { CannotRun } from '../cli/problem.ts';
import { keepContract } from '../cli/report-file.ts';
import { reportMistakes } from '../openapi/mistakes/mistakes.ts';
import { type ReadOptions, readContract } from '../openapi/read-contract.ts';
import { describeDrifts, findDrift } from './drift.ts';
import { generateFiles, listed, readFolder, readHeader, writeFiles } from './files.ts';
import { keepGeneration } from './last-generation.ts';

/** Writes what follows from a contract to a folder, and prints what it wrote. */
export async function generateFolder(spec: string, folder: string, options?: ReadOptions): Promise<0> {
  const { contract, files } = await generated(spec, options);
  keepContract(contract.texts.keys(), { out: [...files.keys()].map((name) => join(folder, name)) });
  keepForeign(files, await readFolder(folder), folder);
  const written = await writeFiles(files, folder);
  if (options?.allowRemote !== true) await keepGeneration(contract, files, folder);
  console.log(written.length === 0 ? `${folder} is up to date.` : `Wrote ${listed(written, folder)}.`);
  return 0;
}

/** Compares a folder with what follows from a contract, and prints each difference: 1 where there is one. */
export async function checkFolder(spec: string, folder: string, options?: ReadOptions): Promise<0 | 1> {
  const { contract, files } = await generated(spec, options);
  const drifts = await findDrift(contract, files, folder);
  for (const { text } of describeDrifts(drifts)) console.error(text);
  if (drifts.length > 0) return 1;
  console.log(`${folder} is what ${spec} generates.`);
  return 0;
}

/** Throws CannotRun where a file would be written over in a folder that nothing was generated in. */
function keepForeign(files: ReadonlyMap<string, string>, present: ReadonlyMap<string, string>, folder: string): void {
  if ([...present.values()].some((text) => readHeader(text) !== undefined)) return;
  const foreign = [...present].find(([name, text]) => files.has(name) && files.get(name) !== text)?.[0];
  if (foreign !== undefined)
    throw new CannotRun(`${join(folder, foreign)} was not generated: name another folder with --out, or move it away.`);
}

async function generated(spec: string, options: ReadOptions | undefined) {
  const contract = await readContract(spec, options);
  reportMistakes(contract.mistakes);
  return { contract, files: await generateFiles(contract) };
}
