/** A name without what parts its words: `room_id`, `room-id` and `roomId` are one name. */
export function joinedWords(name: string): string {
  return name.replaceAll(/[-_]/g, '').toLowerCase();
}
