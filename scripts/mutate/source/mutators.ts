import ts from 'typescript';

const operators = new Map<string, readonly string[]>(
  Object.entries({
    '===': ['!=='],
    '!==': ['==='],
    '<': ['<=', '>='],
    '<=': ['<', '>'],
    '>': ['>=', '<='],
    '>=': ['>', '<'],
    '+': ['-'],
    '-': ['+'],
    '*': ['/'],
    '/': ['*'],
    '%': ['*'],
    '**': ['*'],
    '+=': ['-='],
    '-=': ['+='],
  }),
);
const logical = new Map<string, string>(Object.entries({ '&&': '||', '||': '&&', '??': '&&' }));
const steps = new Map<string, string>(Object.entries({ '++': '--', '--': '++' }));
const methods = new Map<string, string>(
  Object.entries({
    ceil: 'floor',
    floor: 'ceil',
    round: 'floor',
    max: 'min',
    min: 'max',
    some: 'every',
    every: 'some',
    startsWith: 'endsWith',
    endsWith: 'startsWith',
  }),
);
const dropped = new Set(['filter', 'slice', 'toLowerCase', 'toReversed', 'toSorted', 'toUpperCase', 'trim']);

/** What a node is replaced with, one at a time: mistakes that a person could make there. */
export function replacementsOf(node: ts.Node): string[] {
  if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) return [];
  if (isCondition(node)) return ['true', 'false'];
  if (ts.isBinaryExpression(node)) return ofBinary(node);
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) return ofUnary(node);
  if (ts.isNumericLiteral(node)) return [otherNumber(Number(node.text))];
  if (node.kind === ts.SyntaxKind.TrueKeyword) return ['false'];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return ['true'];
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return ofText(node, node.text);
  if (ts.isTemplateExpression(node)) return ofText(node, node.getText());
  if (ts.isRegularExpressionLiteral(node)) return ofPattern(node.text);
  if (ts.isExpressionStatement(node) || ts.isThrowStatement(node)) return ['{}'];
  if (ts.isArrayLiteralExpression(node)) return node.elements.length === 0 ? [] : ['[]'];
  if (ts.isObjectLiteralElement(node)) return ['...{}'];
  if (ts.isCallExpression(node)) return ofCall(node);
  return [];
}

/** What an `if`, a loop or `? :` asks, where it is no operation that is changed itself. */
function isCondition(node: ts.Node): boolean {
  const { parent } = node;
  const isAsked =
    ((ts.isIfStatement(parent) || ts.isWhileStatement(parent)) && parent.expression === node) ||
    (ts.isConditionalExpression(parent) && parent.condition === node);
  return isAsked && !ts.isBinaryExpression(node);
}

function ofBinary({ left, operatorToken, right }: ts.BinaryExpression): string[] {
  const operator = operatorToken.getText();
  const [one, other] = [left.getText(), right.getText()];
  const swapped = logical.get(operator);
  if (swapped !== undefined) return [`(${one}) ${swapped} (${other})`, one, other];
  // Texts are put together with `+`, and taken apart with nothing.
  if (operator === '+' && [left, right].some(isText)) return [];
  return (operators.get(operator) ?? []).map((changed) => `${one} ${changed} ${other}`);
}

const isText = (node: ts.Node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

/** One more; twice as much where one more is lost in rounding. */
const otherNumber = (number: number) => String(number < 100 ? number + 1 : 2 * number);

function ofUnary(node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression): string[] {
  const operand = node.operand.getText();
  const operator = node.getText().replace(operand, '');
  const step = steps.get(operator);
  if (step !== undefined) return [ts.isPrefixUnaryExpression(node) ? step + operand : operand + step];
  return operator === '!' || operator === '-' ? [operand] : [];
}

/** Prose, such as the message of an error, is for people: no program reads it. */
function ofText(node: ts.Node, text: string): string[] {
  const { parent } = node;
  const isName = (ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent)) && parent.name === node;
  const isProse = text.includes(' ') && ts.isNewExpression(parent);
  return isName || isProse ? [] : [text === '' ? "'mutant'" : "''"];
}

/** Without one of its anchors, or without its flags. */
function ofPattern(text: string): string[] {
  const [, pattern = '', flags = ''] = /^\/(.*)\/(\w*)$/.exec(text) ?? [];
  return [
    pattern.startsWith('^') ? `/${pattern.slice(1)}/${flags}` : [],
    pattern.endsWith('$') ? `/${pattern.slice(0, -1)}/${flags}` : [],
    flags === '' ? [] : `/${pattern}/`,
  ].flat();
}

function ofCall({ expression, arguments: values }: ts.CallExpression): string[] {
  if (!ts.isPropertyAccessExpression(expression)) return [];
  const { expression: receiver, name } = expression;
  if (dropped.has(name.text)) return [receiver.getText()];
  const other = methods.get(name.text);
  const given = values.map((value) => value.getText()).join(', ');
  return other === undefined ? [] : [`${receiver.getText()}.${other}(${given})`];
}
