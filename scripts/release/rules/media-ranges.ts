/** A media type as it is compared: in lower case, without the charset that is the usual one. */
export function comparableRange(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/\s/g, '')
    .replace(/;charset="?utf-8"?$/, '');
}
