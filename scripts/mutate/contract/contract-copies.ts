import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Contract } from '../../openapi/contract.ts';
import { describe } from '../../openapi/description.ts';
import { isObject, type JsonObject } from '../../openapi/json.ts';
import { openSource, readContract } from '../../openapi/read-contract.ts';
import type { Source } from '../../openapi/source/source.ts';
import { ArazzoDocument } from '../../verify/arazzo/document.ts';
import { workflowsIn } from '../../verify/arazzo/workflows.ts';
import { type RunnableSpecification, specificationOf } from '../../verify/specification.ts';
import type { ContractMutant } from './contract-mutants.ts';

/** The files of one mutant: the description, and the file that is changed, which may be another one. */
export interface ContractCopy {
  mutant: ContractMutant;
  root: string;
  changed: string;
  isOfWorkflows: boolean;
}

/** Writes the files of mutants, and reads them as contracts. */
export class ContractCopies {
  readonly #original: Contract;
  readonly #workflows: ArazzoDocument | undefined;
  readonly #texts: ReadonlyMap<string, string>;
  readonly #folder: string;
  readonly #isOneFile: boolean;

  constructor({ description: { contract }, workflows }: RunnableSpecification) {
    const source = openSource(contract.file);
    this.#original = contract;
    this.#workflows = workflows && new ArazzoDocument(workflows.file);
    this.#texts = new Map(
      [...source.files, ...(workflows === undefined ? [] : [workflows.file])].map((file) => [
        file,
        readFileSync(file, 'utf8'),
      ]),
    );
    this.#folder = [...this.#texts.keys()].map(dirname).reduce(commonFolder);
    // Of one file, bundling makes what is written there: then that will do.
    this.#isOneFile = isDeepStrictEqual(documentOf(source), contract.document);
  }

  /** Writes every file of the contract into a folder, one of them changed. */
  write(mutant: ContractMutant, folder: string): ContractCopy {
    const copyOf = (file: string) => join(folder, relative(this.#folder, file));
    for (const [file, text] of this.#texts) {
      mkdirSync(dirname(copyOf(file)), { recursive: true });
      writeFileSync(copyOf(file), file === mutant.location.file ? mutant.text : text);
    }
    return {
      mutant,
      root: copyOf(this.#original.file),
      changed: copyOf(mutant.location.file),
      isOfWorkflows: mutant.location.file === this.#workflows?.source.file,
    };
  }

  /** Throws ContractError for a contract that cannot be read. */
  async read({ root, isOfWorkflows }: Pick<ContractCopy, 'root' | 'isOfWorkflows'>): Promise<Contract> {
    if (isOfWorkflows) return { ...this.#original, file: root };
    if (!this.#isOneFile) return readContract(root);
    const source = openSource(root);
    return {
      file: root,
      texts: source.texts.texts,
      version: this.#original.version,
      document: documentOf(source),
      mistakes: [],
      locate: (pointer) => source.locate(pointer),
    };
  }

  /**
   * A contract that was read, with its workflows.
   * Throws ContractError for what these name and it has not, or for workflows that cannot be read.
   */
  specificationOf(contract: Contract, { isOfWorkflows }: Pick<ContractCopy, 'isOfWorkflows'>): RunnableSpecification {
    if (isOfWorkflows) return specificationOf(contract);
    const description = describe(contract);
    return { description, workflows: this.#workflows && workflowsIn(this.#workflows, description) };
  }
}

function documentOf({ value }: Source): JsonObject {
  const document: unknown = JSON.parse(
    JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? Number(member) : member)) ?? 'null',
  );
  return isObject(document) ? document : {};
}

function commonFolder(one: string, other: string): string {
  return other === one || other.startsWith(`${one}/`) ? one : commonFolder(dirname(one), other);
}
