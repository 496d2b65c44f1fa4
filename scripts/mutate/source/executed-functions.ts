import ts from 'typescript';

/**
 * The code of a file, which calls `executed` with the name of each function that begins to run, and of the module
 * itself. `from` is where that is imported from.
 */
export function recording(file: string, text: string, from: string): string {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const call = (node: ts.Node) => `executed('${nameOf(file, node)}')`;
  const start = `import { executed } from '${from}'; ${call(source)}; `;
  const insertions = [{ at: 0, code: start }, ...bodiesIn(source).flatMap((body) => callsIn(body, call(body)))];
  return insertions
    .toSorted((one, other) => other.at - one.at)
    .reduce((changed, { at, code }) => changed.slice(0, at) + code + changed.slice(at), text);
}

/** The name of the function that a node is in, or of its module. */
export function functionAround(file: string, node: ts.Node): string {
  const { parent } = node;
  if (parent === undefined) return nameOf(file, node);
  const body = bodyOf(parent);
  return body === undefined ? functionAround(file, parent) : nameOf(file, body);
}

/** No body begins where its file does. */
const nameOf = (file: string, node: ts.Node) => `${file}:${ts.isSourceFile(node) ? 0 : node.getStart()}`;

const bodyOf = (node: ts.Node) => (ts.isFunctionLike(node) && 'body' in node ? node.body : undefined);

function bodiesIn(node: ts.Node): ts.ConciseBody[] {
  const own = bodyOf(node);
  const below: ts.ConciseBody[] = own === undefined ? [] : [own];
  ts.forEachChild(node, (child) => void below.push(...bodiesIn(child)));
  return below;
}

function callsIn(body: ts.ConciseBody, call: string) {
  if (ts.isBlock(body)) return [{ at: body.getStart() + 1, code: ` ${call};` }];
  return [
    { at: body.getStart(), code: `(${call}, ` },
    { at: body.getEnd(), code: ')' },
  ];
}
