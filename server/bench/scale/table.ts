/** A table of Markdown; all but its first columns are numbers. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[], texts = 1): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(columns), line(columns.map((_, index) => (index < texts ? '---' : '---:'))), ...rows.map(line)];
}
