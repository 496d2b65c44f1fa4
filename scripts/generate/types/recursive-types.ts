import type ts from 'typescript';
import { type Contract, referenceOf } from '../../openapi/contract.ts';
import { isObject, type Json, listOf, valueAt } from '../../openapi/json.ts';
import { partsOf } from '../../openapi/source/document-walk.ts';

/**
 * Gives a type of its own to each schema that is a list of itself, or may be: `Json: null | Json[]`. TypeScript takes
 * that from the declaration of a type alone, not from the property of an interface.
 */
export async function withRecursiveTypes(contract: Contract, text: string): Promise<string> {
  if (!hasListOfItself(contract)) return text;
  const { default: compiler } = await import('typescript');
  const file = compiler.createSourceFile('types.ts', text, compiler.ScriptTarget.Latest, true);
  const types = new Map(schemaTypes(compiler, file));
  const references = new Map([...types].map(([name, type]) => [name, [...bareReferences(compiler, type)]]));
  const recursive = [...types.keys()].filter((name) => leadsTo(references, name, name));
  const names = new Map(recursive.map((name, index) => [name, `$recursive${index + 1}`]));
  const declarations = recursive.map((name) => {
    const type = types.get(name);
    const own = type === undefined ? '' : withNames(type, references.get(name) ?? [], names);
    return `export type ${names.get(name)} = ${own};\n`;
  });
  const properties = recursive.flatMap((name) => types.get(name) ?? []);
  const replaced = properties.map((type, index) => ({ node: type, text: `$recursive${index + 1}` }));
  return edited(text, 0, replaced) + declarations.join('');
}

interface Reference {
  name: string;
  node: ts.Node;
}

/** True where a value of a schema may be a list of values of the same schema, with no object between them. */
function hasListOfItself({ document }: Contract): boolean {
  const [ended, open] = [new Set<Json>(), new Set<Json>()];
  const visit = (schema: Json): boolean => {
    if (!isObject(schema) || ended.has(schema)) return false;
    if (open.has(schema)) return true;
    open.add(schema);
    const reference = referenceOf(schema);
    const target = reference === undefined ? undefined : valueAt(document, reference);
    const parts = ['allOf', 'anyOf', 'oneOf', 'prefixItems'].flatMap((keyword) => listOf(schema[keyword]));
    const isCircle = [target ?? true, schema['items'] ?? true, ...parts].some(visit);
    open.delete(schema);
    ended.add(schema);
    return isCircle;
  };
  return [...partsOf(document)].some(({ kind, node }) => kind === 'schema' && visit(node.value));
}

/** The types of `components.schemas`, by the names of the schemas. */
function schemaTypes(compiler: typeof ts, file: ts.SourceFile): [name: string, type: ts.TypeNode][] {
  const components = file.statements
    .filter(compiler.isInterfaceDeclaration)
    .find(({ name }) => name.text === 'components');
  const schemas = components?.members
    .filter(compiler.isPropertySignature)
    .find(({ name }) => name.getText() === 'schemas');
  const members = schemas?.type !== undefined && compiler.isTypeLiteralNode(schemas.type) ? schemas.type.members : [];
  return members.flatMap((member): [string, ts.TypeNode][] => {
    if (!compiler.isPropertySignature(member) || member.type === undefined) return [];
    const { name } = member;
    return compiler.isIdentifier(name) || compiler.isStringLiteral(name) ? [[name.text, member.type]] : [];
  });
}

/** Each `components["schemas"]["Name"]` in a type that does not stand in an object. */
function* bareReferences(compiler: typeof ts, node: ts.Node): Generator<Reference> {
  if (compiler.isTypeLiteralNode(node)) return;
  const [, name] = /^components\["schemas"\]\[("(?:[^"\\]|\\.)*")\]$/.exec(node.getText()) ?? [];
  if (name !== undefined) yield { name: String(JSON.parse(name)), node };
  else for (const child of node.getChildren()) yield* bareReferences(compiler, child);
}

function leadsTo(
  references: ReadonlyMap<string, readonly Reference[]>,
  from: string,
  to: string,
  passed = new Set<string>(),
): boolean {
  return (references.get(from) ?? []).some(({ name }) => {
    if (name === to) return true;
    if (passed.has(name)) return false;
    passed.add(name);
    return leadsTo(references, name, to, passed);
  });
}

function withNames(type: ts.TypeNode, own: readonly Reference[], names: ReadonlyMap<string, string>): string {
  const named = own.flatMap(({ name, node }) => {
    const text = names.get(name);
    return text === undefined ? [] : [{ node, text }];
  });
  return edited(type.getText(), type.getStart(), named);
}

/** A text that begins at `start` of its file, with other texts in the place of nodes, which come in order. */
function edited(text: string, start: number, edits: readonly { node: ts.Node; text: string }[]): string {
  let [result, written] = ['', 0];
  for (const edit of edits) {
    result += text.slice(written, edit.node.getStart() - start) + edit.text;
    written = edit.node.getEnd() - start;
  }
  return result + text.slice(written);
}
