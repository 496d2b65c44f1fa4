import { dirname, resolve } from 'node:path';
import ts from 'typescript';
import type { Json } from './contract/json.ts';
import { pointerOfNames } from './contract/names.ts';
import type { TypeProblem } from './type-check.ts';
import { namesAbout, namesTo, type Question, tokenAt } from './type-names.ts';

/** The type errors in `files`, each with the pointer of the part of the contract that it is about, where that is known. */
export function explainFiles(files: string[], configFile: string, generatedTypes: string, document: Json): TypeProblem[] {
  const { config } = ts.readConfigFile(configFile, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(resolve(configFile)));
  const program = ts.createProgram(files, options);
  const question = { checker: program.getTypeChecker(), types: resolve(generatedTypes), document };
  return files
    .flatMap((file) => program.getSourceFile(file) ?? [])
    .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])
    .flatMap((diagnostic) => explain(diagnostic, question) ?? []);
}

function explain(diagnostic: ts.Diagnostic, question: Question): TypeProblem | undefined {
  const { file, start = 0, relatedInformation = [] } = diagnostic;
  if (file === undefined) return undefined;
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  const declared = relatedInformation.find((related) => related.file?.fileName === question.types);
  const names = declared?.file ? namesTo(tokenAt(declared.file, declared.start ?? 0)) : namesAbout(file, start, question);
  return {
    location: { file: resolve(file.fileName), line: line + 1, column: character + 1 },
    message: messageOf(diagnostic),
    pointer: (names && pointerOfNames(question.document, names)) ?? operationIn(diagnostic, question.document),
  };
}

/** An operation that the message names, such as one without a handler. */
function operationIn({ messageText }: ts.Diagnostic, document: Json): string | undefined {
  const words = ts.flattenDiagnosticMessageText(messageText, '\n').matchAll(/'([\w.-]+)'/g);
  return [...words].map(([, word = '']) => pointerOfNames(document, ['operations', word])).find((pointer) => pointer !== undefined);
}

/** Of a chain of reasons the last is the particular one. */
function messageOf({ messageText }: ts.Diagnostic): string {
  const last = ts.flattenDiagnosticMessageText(messageText, '\n').split('\n').at(-1)?.trim() ?? '';
  return last.length > 200 ? `${last.slice(0, 200)}…` : last;
}
