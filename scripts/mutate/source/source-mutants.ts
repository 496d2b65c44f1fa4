import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import type { Location } from '../../cli/problem.ts';
import { isTestCode, projectFolder } from '../../cli/project.ts';
import { shortened } from '../../cli/text.ts';
import type { Side } from '../../requirements/side.ts';
import type { Mutant } from '../kind.ts';
import { functionAround } from './executed-functions.ts';
import { replacementsOf } from './mutators.ts';

export const sides = ['server', 'client'] as const satisfies readonly Side[];

/** One change of the code of a side. */
export interface SourceMutant extends Mutant {
  side: Side;
  /** Relative to the folder of the project. */
  file: string;
  location: Location;
  /** The function that it is in. */
  executedWith: string;
  /** The whole file, changed. */
  text: string;
}

/** Every change of the code of both sides, in the order of the code. */
export function sourceMutants(): SourceMutant[] {
  return sides.flatMap((side) =>
    codeOf(projectFolder, [side]).flatMap((file) =>
      mutantsOf(side, file, readFileSync(join(projectFolder, file), 'utf8')),
    ),
  );
}

/** The code of sides, without their tests. */
export function codeOf(folder: string, of: readonly Side[] = sides): string[] {
  return of.flatMap((side) =>
    readdirSync(join(folder, side), { recursive: true, encoding: 'utf8' })
      .map((file) => join(side, file))
      .filter((file) => file.endsWith('.ts') && !isTestCode(file) && !file.includes('node_modules'))
      .toSorted(),
  );
}

/** Every change of one file. */
export function mutantsOf(side: Side, file: string, text: string): SourceMutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const seen = new Map<string, number>();
  return changesIn(source).map(({ node, replacement }) => {
    const [start, end] = [node.getStart(), node.getEnd()];
    const { line, character } = source.getLineAndCharacterOfPosition(start);
    const change = `${oneLine(node.getText())} → ${isNothing(replacement) ? 'nothing' : oneLine(replacement)}`;
    const name = `${file} ${nameAround(node)}: ${change}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return {
      id: count === 1 ? name : `${name} (${count})`,
      requirementIds: [],
      what: change,
      side,
      file,
      location: { file: join(projectFolder, file), line: line + 1, column: character + 1 },
      executedWith: functionAround(file, node),
      text: text.slice(0, start) + replacement + text.slice(end),
    };
  });
}

interface Change {
  node: ts.Node;
  replacement: string;
}

/** Types and imports are the compiler's to check. */
function changesIn(node: ts.Node): Change[] {
  if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return [];
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return [];
  const own = node.parent === undefined ? [] : replacementsOf(node).map((replacement) => ({ node, replacement }));
  const below: Change[] = [];
  ts.forEachChild(node, (child) => void below.push(...changesIn(child)));
  return [...own, ...below];
}

const oneLine = (text: string) => shortened(text.replaceAll(/\s+/g, ' '), 80);
const isNothing = (text: string) => text === '{}' || text === '...{}';

/** The nearest name around a node: of a function, a method, a constant or a member. */
function nameAround(node: ts.Node): string {
  const { parent } = node;
  if (parent === undefined) return 'module';
  const named =
    ts.isFunctionDeclaration(parent) ||
    ts.isMethodDeclaration(parent) ||
    ts.isClassDeclaration(parent) ||
    (ts.isVariableDeclaration(parent) && ts.isSourceFile(parent.parent.parent.parent)) ||
    (ts.isVariableDeclaration(parent) && parent.initializer !== undefined && ts.isArrowFunction(parent.initializer));
  return named && parent.name !== undefined ? parent.name.getText() : nameAround(parent);
}
