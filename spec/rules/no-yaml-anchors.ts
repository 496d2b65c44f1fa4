import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { CST, LineCounter, Parser } from 'yaml';
import type { Rule, Source } from './support/redocly.ts';

interface Finding {
  what: string;
  offset: number;
  text: string;
}

/**
 * No file of the document uses anchors, aliases or merge keys: tools disagree on them, and `$ref` does the same work.
 */
export const noYamlAnchors: Rule = () => ({
  Root(_, { location, report }) {
    const files = new Map([[location.source.absoluteRef, location.source]]);
    // The map grows while it is walked: every file adds those that it refers to.
    for (const source of files.values()) {
      const { findings, references, lines } = scan(source.body);
      for (const { what, offset, text } of findings) {
        const { line, col } = lines.linePos(offset);
        report({
          message: `${what} \`${text}\`: tools disagree on it. Write the value out, or use \`$ref\`.`,
          location: { source, pointer: undefined, start: { line, col }, end: { line, col: col + text.length } },
        });
      }
      for (const file of references.map((reference) => resolve(dirname(source.absoluteRef), reference))) {
        const referred = files.has(file) ? undefined : readSource(file);
        if (referred) files.set(file, referred);
      }
    }
  },
});

// Most files have none of these, and to parse a file takes long.
const mayHave = /[&*][^\s,[\]{}]|<<|\\[uUx]|\$ref["']?\s*:(?!\s*["']?#)/;

function scan(body: string): { findings: Finding[]; references: string[]; lines: LineCounter } {
  const findings: Finding[] = [];
  const references: string[] = [];
  const lines = new LineCounter();
  if (!mayHave.test(body)) return { findings, references, lines };
  for (const document of new Parser(lines.addNewLine).parse(body)) {
    if (document.type !== 'document') continue;
    CST.visit(document, ({ start, key, sep, value }) => {
      for (const token of [...start, key, ...(sep ?? []), value]) {
        if (token?.type === 'anchor') findings.push({ what: 'YAML anchor', offset: token.offset, text: token.source });
        if (token?.type === 'alias') findings.push({ what: 'YAML alias', offset: token.offset, text: token.source });
      }
      // A quoted key is an ordinary one.
      if (key?.type === 'scalar' && key.source === '<<')
        findings.push({ what: 'YAML merge key', offset: key.offset, text: '<<' });
      const reference = readText(key) === '$ref' ? readText(value)?.split('#')[0] : undefined;
      if (reference) references.push(reference);
    });
  }
  return { findings, references, lines };
}

function readText(token: CST.Token | null | undefined): string | undefined {
  return CST.isScalar(token) ? CST.resolveAsScalar(token)?.value : undefined;
}

/** A file that cannot be read is left to `no-unresolved-refs`; one behind a URL is nobody's of this project. */
function readSource(absoluteRef: string): Source | undefined {
  try {
    const body = readFileSync(absoluteRef, 'utf8').replaceAll('\r\n', '\n');
    return { absoluteRef, body, getLines: () => body.split('\n') };
  } catch {
    return undefined;
  }
}
