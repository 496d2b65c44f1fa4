import ts from 'typescript';
import { operationNamed, pointerOfNames } from '../openapi/generated-names.ts';
import type { Json } from '../openapi/json.ts';
import { indexOf, namesInConstants, pathInConstant, symbolOf } from './constant-names.ts';

/**
 * What is asked about: a program, the files of the generated types and constants in it,
 * and the document that they were made from.
 */
export interface Question {
  checker: ts.TypeChecker;
  types: string;
  constants: string;
  document: Json;
}

/**
 * The names that lead, in the generated types, to what the code from `start` to `end` is about: to the declaration of
 * the types that meet there, else to the operation whose handler stands around it, else to one that is missing there,
 * else to a type that is written there.
 */
export function namesAbout(file: ts.SourceFile, start: number, end: number, question: Question): string[] | undefined {
  const around = [...ancestorsOf(tokenAt(file, start))].filter((node) => node.getEnd() >= end);
  const inExpression = around.slice(0, around.findIndex(ts.isBlock) + 1 || around.length);
  const leading = (names: string[] | undefined) =>
    names === undefined || pointerOfNames(question.document, names) === undefined ? undefined : names;
  return (
    firstOf(inExpression, (node) => leading(namesOfDeclaration(declarationsNear(node, question.checker), question))) ??
    firstOf(around, (node) => namesOfHandler(node, question)) ??
    firstOf(inExpression, (node) => namesOfMissing(node, question)) ??
    firstOf(around, (node) => firstOf(annotationsOf(node), (type) => leading(namesOfType(type, question))))
  );
}

/** The names of the declarations that the code at `position` stands in. */
export function namesTo(node: ts.Node): string[] {
  const declarations = [...ancestorsOf(node)].filter(
    (at) => ts.isPropertySignature(at) || ts.isInterfaceDeclaration(at),
  );
  return declarations.flatMap(({ name }) => (ts.isComputedPropertyName(name) ? [] : name.text)).reverse();
}

/** The innermost node at a position. */
export function tokenAt(file: ts.SourceFile, position: number): ts.Node {
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

function* ancestorsOf(node: ts.Node): Generator<ts.Node> {
  for (let at = node; at.parent !== undefined; at = at.parent) yield at;
}

function firstOf<Item, Found>(items: readonly Item[], find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function namesOfDeclaration(declarations: ts.Node[], { types, constants }: Question): string[] | undefined {
  const declaration = declarations.find((node) => [types, constants].includes(node.getSourceFile().fileName));
  if (declaration === undefined) return undefined;
  return declaration.getSourceFile().fileName === types ? namesTo(declaration) : namesOfConstant(declaration);
}

/** The constants begin with what the document has under other names. */
function namesOfConstant(node: ts.Node): string[] | undefined {
  const names = [...ancestorsOf(node)]
    .flatMap((at) =>
      ts.isPropertyAssignment(at) && !ts.isComputedPropertyName(at.name)
        ? at.name.text
        : ts.isVariableDeclaration(at) && ts.isIdentifier(at.name)
          ? at.name.text
          : [],
    )
    .reverse();
  return namesInConstants(names);
}

/**
 * Where the types that meet at a node were declared:
 * of the member it sets or reads, of what it is, of what is expected there.
 */
function declarationsNear(node: ts.Node, checker: ts.TypeChecker): ts.Node[] {
  if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) {
    const holder = checker.getContextualType(node.parent)?.getNonNullableType();
    const own = ts.isComputedPropertyName(node.name) ? [] : (holder?.getProperty(node.name.text)?.declarations ?? []);
    return [...own, ...(ts.isPropertyAssignment(node) ? declarationsOfMember(node.initializer, checker) : [])];
  }
  const member = declarationsOfMember(ts.isSatisfiesExpression(node) ? node.expression : node, checker);
  const read = ts.isPropertyAccessExpression(node) ? [checker.getTypeAtLocation(node.expression)] : [];
  const expected = ts.isExpression(node) ? [checker.getContextualType(node)] : [];
  return [
    ...member,
    ...[...expected, ...read, checker.getTypeAtLocation(node)].flatMap((type) =>
      type === undefined ? [] : declarationsOf(type),
    ),
  ];
}

function declarationsOfMember(node: ts.Node, checker: ts.TypeChecker): ts.Node[] {
  return ts.isPropertyAccessExpression(node) ? (checker.getSymbolAtLocation(node.name)?.declarations ?? []) : [];
}

/** A type, its alternatives, and for one without a name what declares its members. */
function declarationsOf(type: ts.Type): ts.Node[] {
  const types = type.isUnionOrIntersection() ? [type, ...type.types] : [type];
  const named = types
    .flatMap(({ aliasSymbol, symbol }) => [aliasSymbol, symbol])
    .flatMap((symbol) => symbol?.declarations ?? []);
  const holders = types
    .flatMap((one) => one.getProperties())
    .flatMap((member) => member.declarations?.map(({ parent }) => parent) ?? []);
  return [...named, ...holders];
}

/** A handler is named by its operationId, and so is whatever stands in it. */
function namesOfHandler(node: ts.Node, { document }: Question): string[] | undefined {
  const isMember =
    ts.isMethodDeclaration(node) || ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node);
  const name = isMember ? textOf(node.name) : undefined;
  return name !== undefined && operationNamed(document, name) !== undefined ? ['operations', name] : undefined;
}

/** A name as it is written, or in quotes, as that of an operation has to be that is no identifier. */
function textOf(name: ts.PropertyName | undefined): string | undefined {
  return name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : undefined;
}

/** An operation that is expected of an object and that this one does not have. */
function namesOfMissing(node: ts.Node, { checker, document }: Question): string[] | undefined {
  const expected = ts.isObjectLiteralExpression(node) ? (checker.getContextualType(node)?.getProperties() ?? []) : [];
  const own = ts.isObjectLiteralExpression(node) ? node.properties.map(({ name }) => textOf(name)) : [];
  const missing = expected.find(({ name }) => !own.includes(name) && operationNamed(document, name) !== undefined);
  return missing && ['operations', missing.name];
}

function annotationsOf(node: ts.Node): ts.TypeNode[] {
  if (ts.isFunctionLike(node)) return node.type === undefined ? [] : [node.type];
  if (ts.isVariableDeclaration(node) || ts.isParameter(node)) return node.type === undefined ? [] : [node.type];
  if (ts.isPropertyAccessExpression(node)) return annotationsOf(node.expression);
  return ts.isCallExpression(node) ? [...(node.typeArguments ?? []), ...annotationsOf(node.expression)] : [];
}

/**
 * The names in a type that is written as `components['schemas']['A']` or `(typeof service)['a']`, by the name of an
 * alias, or with an operationId.
 */
function namesOfType(node: ts.TypeNode, question: Question): string[] | undefined {
  if (ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal)) {
    return operationNamed(question.document, node.literal.text) === undefined
      ? undefined
      : ['operations', node.literal.text];
  }
  if (ts.isIndexedAccessTypeNode(node)) {
    const constant = pathInConstant(node, question);
    if (constant !== undefined) return namesInConstants(constant);
    const holder = namesOfType(node.objectType, question);
    return holder === undefined ? undefined : [...holder, ...indexOf(node)];
  }
  if (!ts.isTypeReferenceNode(node)) return firstOf(childTypes(node), (child) => namesOfType(child, question));
  const declarations = symbolOf(node.typeName, question)?.declarations ?? [];
  return (
    namesOfDeclaration(declarations, question) ??
    firstOf(node.typeArguments ?? [], (argument) => namesOfType(argument, question)) ??
    firstOf(declarations.filter(ts.isTypeAliasDeclaration), ({ type }) => namesOfType(type, question))
  );
}

function childTypes(node: ts.TypeNode): ts.TypeNode[] {
  const children: ts.TypeNode[] = [];
  ts.forEachChild(node, (child) => {
    if (ts.isTypeNode(child)) children.push(child);
    else if (ts.isNamedTupleMember(child)) children.push(child.type);
  });
  return children;
}
