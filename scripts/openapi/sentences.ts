/** The sentences of a description, without what ends them; a semicolon ends one as well. */
export function sentencesOf(description: string): string[] {
  return description.replaceAll(/\s+/g, ' ').split(/[.;!?](?: |$)/);
}
