import ts from 'typescript';
import { projectFile } from '../../cli/project.ts';

const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(projectFile('tsconfig.json'), ts.sys.readFile).config,
  ts.sys,
  projectFile(''),
);

/**
 * What the compiler finds in files of the project and what they import; `texts` has files by their paths in the
 * project that are not there, or are there otherwise.
 */
export function typeErrors(files: readonly string[], texts: Readonly<Record<string, string>>): string[] {
  const own = new Map(Object.entries(texts).map(([file, text]) => [projectFile(file), text]));
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (file) => own.has(file) || fileExists(file);
  host.readFile = (file) => own.get(file) ?? readFile(file);
  host.getSourceFile = (file, version) => {
    const text = own.get(file);
    return text === undefined ? getSourceFile(file, version) : ts.createSourceFile(file, text, version);
  };
  const program = ts.createProgram(files.map(projectFile), options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = (file?.text.slice(0, start).split('\n').length ?? 0) - 1;
    const message = ts.flattenDiagnosticMessageText(messageText, ' ');
    return `${message} ${file?.text.split('\n')[line]?.trim()}`;
  });
}
