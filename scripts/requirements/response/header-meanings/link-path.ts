/** The path of a link, without its query; a relative one is resolved against the root. */
export function pathOf(link: string): string {
  return URL.canParse(link, 'http://localhost') ? new URL(link, 'http://localhost').pathname : link;
}
