/** The links of a `Link` header (RFC 8288). */
export function linksIn(value: string): { link: string; relations: string[] }[] {
  return [...value.matchAll(/<([^>]*)>([^<]*)/g)].map(([, link = '', attributes = '']) => ({
    link,
    relations: /;\s*rel="?([^";,]*)/i.exec(attributes)?.[1]?.split(/\s+/) ?? [],
  }));
}
