/** What an error says; of what is thrown and is none, its text. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
