import { existsSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { makeFolder } from '../cli/make-folder.ts';
import { CannotRun, errorMessage } from '../cli/problem.ts';
import { projectFile } from '../cli/project.ts';
import { visible } from '../cli/text.ts';
import { generateFiles, writeFiles } from '../generate/files.ts';
import { describe } from '../openapi/description.ts';
import { reportMistakes } from '../openapi/mistakes/mistakes.ts';
import { type ReadOptions, readContract } from '../openapi/read-contract.ts';
import { generateClientTest } from './client-test.ts';
import { commonFiles } from './common-files.ts';
import { generateCredentials } from './credentials-module.ts';
import { errorsModule } from './errors-module.ts';
import { generateHandlers } from './handlers-module.ts';
import { packageOf } from './package-file.ts';
import { generateReadme } from './readme.ts';
import { generateServerTest } from './server-test.ts';
import { shellWord } from './source-text.ts';
import { generateTestCredentials } from './test-credentials.ts';
import { toolchainDependency } from './toolchain-dependency.ts';

/**
 * Lays out a service for a contract in a folder, and prints what is left to do. Throws CannotRun when the folder has
 * anything in it or cannot be made, ContractError for a contract that cannot be used.
 */
export async function layOutService(spec: string, folder: string, options: ReadOptions): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new CannotRun(`${folder} is not empty: name a folder that does not exist yet.`);
  const contract = await readContract(spec, options);
  reportMistakes(contract.mistakes);
  const description = describe(contract);
  if (description.operations.length === 0) throw new CannotRun(`${spec} has no operation to serve.`);
  const specification = `spec/${basename(spec)}`;
  const ofContract = specificationFiles(spec, contract.texts);
  if (Object.keys(ofContract).some((file) => file.toLowerCase() === waiversFile))
    throw new CannotRun(
      `${waiversFile} is the list of waivers of a service: the contract needs a file of another name.`,
    );
  const name = basename(resolve(folder));
  const generated = await generateFiles(contract);
  const texts = await Promise.all(
    Object.entries(commonFiles).map(async ([file, from]) => [file, await readFile(projectFile(from), 'utf8')] as const),
  );
  makeServiceFolder(folder);
  const toolchain = await toolchainDependency(folder);
  const files: Record<string, string | undefined> = {
    ...Object.fromEntries(texts),
    ...ofContract,
    [waiversFile]: waivers,
    '.gitignore': 'node_modules/\n',
    'package.json': packageOf(name, specification, toolchain),
    'README.md': generateReadme(description, specification),
    'server/handlers.ts': generateHandlers(description),
    'server/credentials.ts': generateCredentials(description),
    'server/errors.ts': errorsModule,
    'test/credentials.ts': generateTestCredentials(description),
    'test/server.test.ts': generateServerTest(specification),
    'test/client.test.ts': generateClientTest(description),
  };
  for (const [file, text] of Object.entries(files)) {
    if (text === undefined) continue;
    makeFolder(dirname(join(folder, file)));
    await writeFile(join(folder, file), text);
  }
  await writeFiles(generated, join(folder, 'generated'));
  const count = description.operations.length;
  const { title, version } = description.service;
  console.log(`${folder} is a service for ${visible(`${title} ${version}`)}.

  cd ${shellWord(folder)}
  npm install
  npm run check    # names what is to be written: ${count} handlers, and what else README.md lists`);
}

function makeServiceFolder(folder: string): void {
  try {
    makeFolder(folder);
  } catch (cause) {
    throw new CannotRun(`Cannot make ${folder}: ${errorMessage(cause)}`, { cause });
  }
}

const waiversFile = 'spec/waivers.yaml';
const waivers = `# What the server need not keep, each with its reason, where no request can show it:
# - requirement: listThings.parameters.query.page.*
#   reason: …
[]
`;

/** The files that the contract was read from, as they stand to each other. */
function specificationFiles(spec: string, texts: ReadonlyMap<string, string>): Record<string, string> {
  const root = dirname(resolve(spec));
  return Object.fromEntries([...texts].map(([file, text]) => [join('spec', relative(root, resolve(file))), text]));
}
