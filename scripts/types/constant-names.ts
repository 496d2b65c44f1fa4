import ts from 'typescript';

// Where the document has what the constants call otherwise.
const roots: Readonly<Record<string, readonly string[]>> = {
  rateLimitPlans: ['x-rate-limit-plans'],
  securitySchemes: ['components', 'securitySchemes'],
};

/** A program, and the file of the generated constants in it. */
interface Generated {
  checker: ts.TypeChecker;
  constants: string;
}

/** The names in the document of what a path of names leads to in the generated constants. */
export function namesInConstants([constant, root = '', ...rest]: readonly string[]): string[] | undefined {
  if (constant === 'operations') return ['operations', root];
  const known = constant === 'service' ? roots[root] : undefined;
  return known === undefined ? undefined : [...known, ...rest];
}

/** The name in the brackets of `A['b']`; none where that is no text. */
export function indexOf({ indexType }: ts.IndexedAccessTypeNode): string[] {
  return ts.isLiteralTypeNode(indexType) && ts.isStringLiteral(indexType.literal) ? [indexType.literal.text] : [];
}

/** The name of a generated constant and of what is in it, for a type that is written as `(typeof service)['a']`. */
export function pathInConstant(node: ts.TypeNode, question: Generated): string[] | undefined {
  if (ts.isParenthesizedTypeNode(node)) return pathInConstant(node.type, question);
  if (ts.isIndexedAccessTypeNode(node)) {
    const holder = pathInConstant(node.objectType, question);
    return holder && [...holder, ...indexOf(node)];
  }
  if (!ts.isTypeQueryNode(node)) return undefined;
  const declarations = symbolOf(node.exprName, question)?.declarations ?? [];
  const isGenerated = declarations.some((declaration) => declaration.getSourceFile().fileName === question.constants);
  return isGenerated ? [node.exprName.getText()] : undefined;
}

/** What a name stands for, in whichever file that is declared. */
export function symbolOf(name: ts.Node, { checker }: Pick<Generated, 'checker'>): ts.Symbol | undefined {
  const symbol = checker.getSymbolAtLocation(name);
  return symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}
