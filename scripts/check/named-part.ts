/**
 * Messages of both sides name the part of the contract that they are about by its JSON pointer: `(#/paths/~1a/get)`.
 */
export function namedPart(message: string): { pointer: string | undefined; text: string } {
  return { pointer: /\(#(\/[^\s)]*)\)/.exec(message)?.[1], text: message.replace(/\s*\(#\/[^\s)]*\)/, '') };
}
