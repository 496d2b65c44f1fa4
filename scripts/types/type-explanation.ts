import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import { shortened } from '../cli/text.ts';
import { pointerOfNames } from '../openapi/generated-names.ts';
import { childOf, isObject, type Json, pointerTo, segmentsOf, stringOf, valueAt } from '../openapi/json.ts';
import { namesAbout, namesTo, type Question, tokenAt } from './type-names.ts';
import type { TypeProblem } from './type-problem.ts';

/**
 * The type errors in `files`, each with the pointer of the part of the contract that it is about, where that is known.
 */
export function explainFiles(
  files: string[],
  configFile: string,
  generatedTypes: string,
  document: Json,
): TypeProblem[] {
  return explainIn(programOf(files, configFile), files, generatedTypes, document);
}

/**
 * The program of some files, with the options of a project.
 * `parsed` keeps files between programs: those that it is given must not change.
 */
export function programOf(
  files: string[],
  configFile: string,
  parsed?: { files: Map<string, ts.SourceFile>; isKept(file: string): boolean },
): ts.Program {
  const { config } = ts.readConfigFile(configFile, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(resolve(configFile)));
  const host = ts.createCompilerHost(options);
  if (parsed === undefined) return ts.createProgram(files, options, host);
  const getSourceFile: ts.CompilerHost['getSourceFile'] = (name, ...rest) => {
    const found = parsed.files.get(name) ?? host.getSourceFile(name, ...rest);
    if (found !== undefined && parsed.isKept(name)) parsed.files.set(name, found);
    return found;
  };
  return ts.createProgram(files, options, { ...host, getSourceFile });
}

/** The same for files of a program of several projects, each with generated types of its own. */
export function explainIn(program: ts.Program, files: string[], generatedTypes: string, document: Json): TypeProblem[] {
  const types = resolve(generatedTypes);
  const question = {
    checker: program.getTypeChecker(),
    types,
    constants: join(dirname(types), 'operations.ts'),
    document,
  };
  return files
    .flatMap((file) => program.getSourceFile(file) ?? [])
    .flatMap((file) => attempt(() => diagnosticsOf(program, file)) ?? [])
    .flatMap((diagnostic) => explain(diagnostic, question) ?? []);
}

function diagnosticsOf(program: ts.Program, file: ts.SourceFile): ts.Diagnostic[] {
  return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
}

/** What the API of the compiler gives; at code that is wrong in ways of its own it throws. */
function attempt<Result>(ask: () => Result): Result | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}

function explain(diagnostic: ts.Diagnostic, question: Question): TypeProblem | undefined {
  const { file, start = 0, length = 0, relatedInformation = [] } = diagnostic;
  if (file === undefined) return undefined;
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  const declared = relatedInformation.find((related) => related.file?.fileName === question.types);
  const names = declared?.file
    ? namesTo(tokenAt(declared.file, declared.start ?? 0))
    : attempt(() => namesAbout(file, start, start + length, question));
  const pointer = (names && pointerOfNames(question.document, names)) ?? operationIn(diagnostic, question.document);
  return {
    location: { file: resolve(file.fileName), line: line + 1, column: character + 1 },
    message:
      (pointer && undocumentedStatus(pointer, diagnostic, question.document)) ??
      messageOf(diagnostic, pointer !== undefined),
    pointer: pointer === undefined ? undefined : narrowed(pointer, diagnostic, question.document),
  };
}

/**
 * Within an operation, the response whose status the message names, or its body;
 * within a schema without a property, the properties that it has.
 */
function narrowed(pointer: string, { messageText }: ts.Diagnostic, document: Json): string {
  const text = ts.flattenDiagnosticMessageText(messageText, '\n');
  const part = valueAt(document, pointer);
  const responses = childOf(part, 'responses');
  const status = statusIn(text);
  if (status !== undefined && isObject(responses)) {
    const response = childOf(responses, status) === undefined ? [] : [status];
    return text.includes("property 'body'")
      ? bodyOf(document, pointer + pointerTo('responses', ...response))
      : pointer + pointerTo('responses', ...response);
  }
  return /' does not exist /.test(text) && isObject(childOf(part, 'properties')) ? `${pointer}/properties` : pointer;
}

/** The status that the code gives: of a chain of reasons the last says it, alone or with the body. */
function statusIn(text: string): string | undefined {
  // A missing handler is no matter of any response.
  if (text.startsWith('Property ')) return undefined;
  const given = [...text.matchAll(/^ *Type '(?:(\d{3})|.*?\bstatus: (\d{3});?.*?)' is (?:not|missing)/gm)].at(-1);
  return given?.[1] ?? given?.[2];
}

/** What to say of a status that an operation does not have. */
function undocumentedStatus(pointer: string, { messageText }: ts.Diagnostic, document: Json): string | undefined {
  const status = statusIn(ts.flattenDiagnosticMessageText(messageText, '\n'));
  const operation = valueAt(document, pointer);
  const responses = childOf(operation, 'responses');
  if (status === undefined || !isObject(responses)) return undefined;
  const documented = Object.keys(responses);
  // `default` and `2XX` stand for many.
  if (documented.includes(status) || !documented.every((one) => /^\d{3}$/.test(one))) return undefined;
  const id = stringOf(childOf(operation, 'operationId'));
  return `The status ${status} is not documented: ${id ?? 'the operation'} has ${documented.join(', ')}.`;
}

/** Where the body of a response is described: in what a reference leads to. */
function bodyOf(document: Json, pointer: string): string {
  const response = valueAt(document, pointer);
  const reference = stringOf(childOf(response, '$ref'));
  if (reference !== undefined) return bodyOf(document, pointerTo(...segmentsOf(reference)));
  return childOf(response, 'content') === undefined ? pointer : `${pointer}/content`;
}

/** An operation that the message names, such as one without a handler. */
function operationIn({ messageText }: ts.Diagnostic, document: Json): string | undefined {
  const words = ts.flattenDiagnosticMessageText(messageText, '\n').matchAll(/'([\w.-]+)'/g);
  return [...words]
    .map(([, word = '']) => pointerOfNames(document, ['operations', word]))
    .find((pointer) => pointer !== undefined);
}

// What a type begins with is enough to know it by.
const mostOfType = 60;

/** Of a chain of reasons the last is the particular one. A type without a name is what the contract says. */
function messageOf({ messageText }: ts.Diagnostic, isOfContract: boolean): string {
  const last = ts.flattenDiagnosticMessageText(messageText, '\n').split('\n').at(-1)?.trim() ?? '';
  // The type that lacks it is the one of the code, which is named by its place.
  const missing = /^(Property '.+' is missing) in type '.*' but required in (type '.*')\.$/s.exec(last);
  const holder = isOfContract ? missing?.[2]?.replace(/^type '\{.*'$/s, 'the contract') : missing?.[2];
  const text = missing === null ? last : `${missing[1]}: ${holder} requires it.`;
  // What a test expects of types, Vitest says in a type.
  const mismatch = /'"Expected: (.*?), Actual: (.*?)"/.exec(text);
  if (mismatch !== null) return `A test expects the type ${mismatch[1]} here, and it is ${mismatch[2]}.`;
  return shortened(text.replaceAll(/'([^']{120,})'/g, (_, type: string) => `'${type.slice(0, mostOfType)}…'`));
}
