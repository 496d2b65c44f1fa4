import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { parseAst } from 'rolldown/parseAst';
import { ownFormats } from '../openapi/values/formats.ts';

const ownModule = fileURLToPath(new URL('../openapi/values/formats.ts', import.meta.url));
const formatsModule = fileURLToPath(import.meta.resolve('ajv-formats/dist/formats.js'));
const entry = 'runtime';

/** A module of what compiled validators need at run time: these formats, these helpers of Ajv, and nothing else. */
export async function runtimeModule(formats: readonly string[], helpers: readonly string[]): Promise<string> {
  const members = formats.map((name) => {
    const origin = Object.hasOwn(ownFormats, name) ? 'ownFormats' : 'fullFormats';
    return `${JSON.stringify(name)}: ${origin}[${JSON.stringify(name)}]`;
  });
  const lines = [
    `import { ownFormats } from ${JSON.stringify(ownModule)};`,
    `import { fullFormats } from ${JSON.stringify(formatsModule)};`,
    `export const formats = { ${members.join(', ')} };`,
    ...helpers.map((name) => `export const ${name} = require("ajv/dist/runtime/${name}.js").default;`),
  ];
  return bundle({
    [entry]: lines.join('\n'),
    [formatsModule]: onlyFormats(readFileSync(formatsModule, 'utf8'), formats),
  });
}

/** The module of ajv-formats with these formats alone: a bundler keeps all that an object has. */
function onlyFormats(code: string, names: readonly string[]): string {
  const textOf = ({ start, end }: { start: number; end: number }) => code.slice(start, end);
  const statements = parseAst(code).body.map((statement) => {
    // Declarations stay: the bundler drops those that nothing uses.
    if (statement.type !== 'ExpressionStatement') return textOf(statement);
    const { expression } = statement;
    if (expression.type !== 'AssignmentExpression' || textOf(expression.left) !== 'exports.fullFormats') return '';
    const { right } = expression;
    if (right.type !== 'ObjectExpression') throw new Error('ajv-formats has no table of formats.');
    const wanted = right.properties.filter(
      (property) => property.type === 'Property' && names.includes(textOf(property.key).replaceAll(/["']/g, '')),
    );
    return `export const fullFormats = { ${wanted.map(textOf).join(', ')} };`;
  });
  return statements.join('\n');
}

/** One module of several that are given as texts, and of what they import. */
async function bundle(modules: Readonly<Record<string, string>>): Promise<string> {
  const build = await rolldown({
    input: entry,
    logLevel: 'silent',
    plugins: [
      {
        name: 'modules in memory',
        resolveId: (id) => (Object.hasOwn(modules, id) ? id : undefined),
        load: (id) => modules[id],
      },
    ],
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    // It would name the folders of this installation.
    experimental: { attachDebugInfo: 'none' },
  });
  const { output } = await build.generate({ format: 'esm', comments: false });
  await build.close();
  return output[0].code;
}
