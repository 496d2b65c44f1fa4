/** A name without what parts its words: `room_id`, `room-id` and `roomId` are one name. */
export function joinedWords(name: string): string {
  return name.replaceAll(/[-_]/g, '').toLowerCase();
}

/** True for the plural of a name, both as joined words: `books` of `book`. */
export function isPluralOf(many: string, one: string): boolean {
  // Many are asked, and nearly all of them begin otherwise.
  if (many[0] !== one[0]) return false;
  return [`${one}s`, `${one.replace(/y$/, 'ie')}s`, one.replace(/(?:[sxz]|[cs]h)$/, '$&es')].includes(many);
}
