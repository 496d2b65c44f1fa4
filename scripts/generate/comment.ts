/** A JSDoc comment of paragraphs that are there; empty without any. */
export function comment(paragraphs: readonly (string | undefined)[], indent: string): string {
  const lines = paragraphs
    .filter((paragraph) => paragraph !== undefined && paragraph.trim() !== '')
    .map((paragraph) => String(paragraph).trim().replaceAll('*/', '*\\/').split(/\r?\n/))
    .flatMap((own, index) => (index === 0 ? own : ['', ...own]));
  if (lines.length === 0) return '';
  return [`${indent}/**`, ...lines.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}`), `${indent} */\n`].join(
    '\n',
  );
}
