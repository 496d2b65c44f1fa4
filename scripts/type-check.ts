import { spawn } from 'node:child_process';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { isObject, type Json, listOf, objectOf, pointerTo } from './contract/json.ts';
import { CannotRun } from './contract/problem.ts';

/** A type error, and the pointer of the part of the contract that the code no longer fits, where that is known. */
export interface TypeProblem {
  file: string;
  line: number;
  column: number;
  message: string;
  pointer: string | undefined;
}

const fastCompiler = fileURLToPath(new URL('./bin/tsc', import.meta.resolve('typescript-7/package.json')));

/** True when the project of `configFile` has no type error. TypeScript 7 needs a seventh of the time that 5.9 needs. */
export function typeChecks(configFile: string): Promise<boolean> {
  return new Promise((settle, reject) => {
    const child = spawn(process.execPath, [fastCompiler, '--project', configFile], { stdio: 'ignore' });
    child.on('error', (cause) => reject(new CannotRun(`Cannot start the TypeScript compiler: ${cause.message}`, { cause })));
    child.on('close', (exitCode) => settle(exitCode === 0));
  });
}

/**
 * The type errors of the project of `configFile`, each with the part of the contract that it is about. `document` is the
 * bundled description. Only TypeScript 5.9 can be asked for the declarations behind an error.
 */
export function findTypeProblems(configFile: string, generatedTypes: string, document: Json): TypeProblem[] {
  const { config } = ts.readConfigFile(configFile, ts.sys.readFile);
  const { fileNames, options, errors } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(resolve(configFile)));
  const program = ts.createProgram(fileNames, options);
  const checker = program.getTypeChecker();
  const types = resolve(generatedTypes);
  return [...errors, ...ts.getPreEmitDiagnostics(program)].map((diagnostic) => {
    const names = namesInContract(diagnostic, checker, types) ?? enclosingOperation(diagnostic, document);
    return { ...placeOf(diagnostic), message: messageOf(diagnostic), pointer: names === undefined ? undefined : pointerOf(document, names) };
  });
}

function placeOf({ file, start }: ts.Diagnostic): { file: string; line: number; column: number } {
  if (file === undefined || start === undefined) return { file: 'tsconfig.json', line: 1, column: 1 };
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  return { file: relative(process.cwd(), file.fileName), line: line + 1, column: character + 1 };
}

/** Of a chain of reasons the last is the particular one. */
function messageOf({ messageText }: ts.Diagnostic): string {
  const last = ts.flattenDiagnosticMessageText(messageText, '\n').split('\n').at(-1)?.trim() ?? '';
  return last.length > 200 ? `${last.slice(0, 200)}…` : last;
}

/** The names that lead to the declaration, in the generated types, that the diagnostic is about. */
function namesInContract(diagnostic: ts.Diagnostic, checker: ts.TypeChecker, types: string): string[] | undefined {
  for (const { file, start } of diagnostic.relatedInformation ?? []) {
    if (file?.fileName === types && start !== undefined) return namesTo(tokenAt(file, start));
  }
  if (diagnostic.file === undefined || diagnostic.start === undefined) return undefined;
  const token = tokenAt(diagnostic.file, diagnostic.start);
  for (let node: ts.Node = token; node.parent !== undefined && !ts.isBlock(node); node = node.parent) {
    const declaration = declarationsNear(node, checker).find((found) => found.getSourceFile().fileName === types);
    if (declaration !== undefined) return namesTo(declaration);
  }
  return undefined;
}

/** Where the types that meet at a node were declared: of the node, of what it is read from, of what is expected there. */
function declarationsNear(node: ts.Node, checker: ts.TypeChecker): ts.Node[] {
  const read = ts.isPropertyAccessExpression(node) ? [checker.getTypeAtLocation(node.expression)] : [];
  const expected = ts.isExpression(node) ? [checker.getContextualType(node)] : [];
  const found = [...expected, ...read, checker.getTypeAtLocation(node)].flatMap((type) => (type?.isUnionOrIntersection() ? [type, ...type.types] : [type]));
  return found.flatMap((type) => [type?.aliasSymbol, type?.symbol]).flatMap((symbol) => symbol?.declarations ?? []);
}

/** A handler is named by its operationId, and so is whatever stands in it. */
function enclosingOperation({ file, start }: ts.Diagnostic, document: Json): string[] | undefined {
  if (file === undefined || start === undefined) return undefined;
  for (let node = tokenAt(file, start); node.parent !== undefined; node = node.parent) {
    const name = (ts.isMethodDeclaration(node) || ts.isPropertyAssignment(node)) && ts.isIdentifier(node.name) ? node.name.text : undefined;
    if (name !== undefined && operationNamed(document, name)[1] !== undefined) return ['operations', name];
  }
  return undefined;
}

function tokenAt(file: ts.SourceFile, position: number): ts.Node {
  let found: ts.Node = file;
  const visit = (node: ts.Node): void => {
    if (node.getStart(file) <= position && position < node.getEnd()) {
      found = node;
      ts.forEachChild(node, visit);
    }
  };
  ts.forEachChild(file, visit);
  return found;
}

function namesTo(node: ts.Node): string[] {
  const names: string[] = [];
  for (let at = node; at !== undefined; at = at.parent) {
    if ((ts.isPropertySignature(at) || ts.isInterfaceDeclaration(at)) && at.name !== undefined) names.unshift(ts.isComputedPropertyName(at.name) ? '' : at.name.text);
  }
  return names;
}

/** The pointer that names in the generated types come from, as far as it leads: the types leave `properties` and `items` out. */
export function pointerOf(document: Json, names: string[]): string | undefined {
  const [root, ...rest] = names;
  let [pointer, value] = root === 'operations' ? operationNamed(document, rest.shift()) : [pointerTo(String(root)), objectOf(document)[String(root)]];
  if (value === undefined) return undefined;
  for (const name of rest) {
    const step: [string, Json] | undefined = stepInto(value, name);
    if (step === undefined) break;
    pointer += step[0];
    value = step[1];
  }
  return pointer;
}

function operationNamed(document: Json, id: string | undefined): [string, Json | undefined] {
  for (const [path, item] of Object.entries(objectOf(objectOf(document)['paths']))) {
    for (const [method, operation] of Object.entries(objectOf(item))) {
      if (objectOf(operation)['operationId'] === id) return [pointerTo('paths', path, method), operation];
    }
  }
  return ['', undefined];
}

function stepInto(value: Json, name: string): [string, Json] | undefined {
  if (Array.isArray(value)) {
    // Parameters: the types group them by place, the description lists them.
    const index = value.findIndex((parameter) => objectOf(parameter)['name'] === name);
    const inPlace = listOf(value).some((parameter) => objectOf(parameter)['in'] === name);
    return index >= 0 ? [`/${index}`, value[index] ?? null] : inPlace ? ['', value] : undefined;
  }
  if (!isObject(value)) return undefined;
  for (const [prefix, holder] of [['', value], ['/properties', value['properties']], ['/items', value['items']], ['/items/properties', objectOf(value['items'])['properties']], ['/schema', value['schema']]] as const) {
    const found = isObject(holder) ? holder[name] : undefined;
    if (found !== undefined) return [prefix + pointerTo(name), found];
  }
  return undefined;
}
