import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { SourceFile } from 'typescript';
import { CannotRun, ContractError } from '../../cli/problem.ts';
import { isTestCode, paths, projectFile, projectFolder } from '../../cli/project.ts';
import { generateCalls } from '../../generate/calls.ts';
import { generateOperations } from '../../generate/operations.ts';
import { generateTypes } from '../../generate/types.ts';
import { declareValidators } from '../../generate/validator-declarations.ts';
import type { Contract } from '../../openapi/contract.ts';
import { operationsOf } from '../../openapi/operations.ts';
import { serviceOf } from '../../openapi/service.ts';
import { checkTypes } from '../../types/type-check.ts';
import type { TypeProblem } from '../../types/type-problem.ts';

const sides = ['server', 'client'];
// What only tests need says nothing about the code that its users have.
const isCode = (path: string) => !path.includes('node_modules') && !isTestCode(relative(projectFolder, path));

/** The type errors of the unchanged code of both sides against the generated types of other contracts. */
export class CodeTypes {
  readonly #folder: string;
  readonly #original: Contract;
  readonly #parsed = { files: new Map<string, SourceFile>(), isKept: (file: string) => !file.includes('/generated/') };
  #copies = 0;

  /** `folder`: an empty one, for copies of the code. */
  constructor(folder: string, original: Contract) {
    this.#folder = folder;
    this.#original = original;
    symlinkSync(projectFile('node_modules'), join(folder, 'node_modules'));
    cpSync(projectFile('package.json'), join(folder, 'package.json'));
  }

  /**
   * The problems of each contract, in their order, with the part of it that they are about. Where the code does not fit
   * the original contract either, they would say nothing: throws CannotRun.
   */
  async check(contracts: readonly Contract[]): Promise<TypeProblem[][]> {
    if (contracts.length === 0) return [];
    const texts = await Promise.all([this.#original, ...contracts].map(generated));
    // The same types need be checked once.
    const copies = new Map(
      [...new Set(texts.filter((text) => typeof text === 'string'))].map((text, index) => [text, index]),
    );
    for (const [text, copy] of copies) this.#write(copy, JSON.parse(text));
    const problems = await this.#compile(copies.size);
    const [own] = problems.get(0) ?? [];
    if (own !== undefined)
      throw new CannotRun(
        `The code does not fit the types of the contract as it is: ${own.message} Run \`npm run check\` first.`,
      );
    const broken = [...copies].flatMap(([text, copy]) => {
      const contract = contracts[texts.indexOf(text) - 1];
      return contract === undefined ? [] : [{ copy, contract, problems: problems.get(copy) ?? [] }];
    });
    const explained = await this.#explain(broken.filter((one) => one.problems.length > 0));
    return contracts.map((contract, index) => {
      const text = texts[index + 1] ?? '';
      return typeof text === 'string' ? (explained.get(copies.get(text) ?? 0) ?? []) : [problemOf(text, contract)];
    });
  }

  #write(copy: number, files: Record<string, string>): void {
    const folder = this.#copy(copy);
    if (copy >= this.#copies)
      for (const side of sides) cpSync(projectFile(side), join(folder, side), { recursive: true, filter: isCode });
    this.#copies = Math.max(this.#copies, copy + 1);
    mkdirSync(join(folder, paths.generated), { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, paths.generated, name), text);
  }

  async #compile(count: number): Promise<Map<number, TypeProblem[]>> {
    const include = Array.from({ length: count }, (_, copy) => `copy${copy}`);
    writeFileSync(this.#configFile, JSON.stringify({ extends: projectFile(paths.typeScript), include }));
    const problems = await checkTypes(this.#configFile);
    return Map.groupBy(problems, ({ location }) =>
      Number(/^\/copy(\d+)\//.exec(location.file.slice(this.#folder.length))?.[1]),
    );
  }

  async #explain(
    broken: { copy: number; problems: TypeProblem[]; contract: Contract }[],
  ): Promise<Map<number, TypeProblem[]>> {
    if (broken.length === 0) return new Map();
    const { explainIn, programOf } = await import('../../types/type-explanation.ts');
    const filesOf = (problems: TypeProblem[]) => [...new Set(problems.map(({ location }) => location.file))];
    const program = programOf(
      broken.flatMap(({ problems }) => filesOf(problems)),
      this.#configFile,
      this.#parsed,
    );
    return new Map(
      broken.map(({ copy, problems, contract }) => [
        copy,
        explainIn(program, filesOf(problems), join(this.#copy(copy), paths.generated, 'types.ts'), contract.document),
      ]),
    );
  }

  get #configFile(): string {
    return join(this.#folder, 'tsconfig.json');
  }

  #copy(copy: number): string {
    return join(this.#folder, `copy${copy}`);
  }
}

/** The generated files that have types, without their comments: as one text, to be compared. Or why there are none. */
async function generated(contract: Contract): Promise<string | CannotRun | ContractError> {
  try {
    const operations = operationsOf(contract);
    const service = serviceOf(contract);
    const types = await generateTypes(contract);
    const withoutComments = (text: string) => text.replaceAll(/\/\*\*[\s\S]*?\*\//g, '');
    return JSON.stringify({
      'types.ts': withoutComments(types),
      'operations.ts': generateOperations(operations, service),
      'calls.ts': withoutComments(generateCalls(contract, operations, service)),
      'validators.d.ts': declareValidators(operations),
      // A page, whatever the contract.
      'documentation.ts': 'export default "";',
    });
  } catch (error) {
    if (error instanceof CannotRun || error instanceof ContractError) return error;
    throw error;
  }
}

function problemOf(error: CannotRun | ContractError, { file }: Contract): TypeProblem {
  return { location: { file, line: 1, column: 1 }, message: error.message, pointer: undefined };
}
