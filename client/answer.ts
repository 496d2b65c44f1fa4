/** A response whose body has been read. */
export interface Answer {
  response: Response;
  text: string;
  /** False where U+FFFD stands in the text for bytes that are no UTF-8 (RFC 8259 section 8.1). */
  isUtf8: boolean;
}

/** Reads the body of a response, whose `text()` still gives it afterwards. */
export async function read(response: Response): Promise<Answer> {
  const bytes = await response.arrayBuffer();
  let text: string;
  let isUtf8 = true;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    text = new TextDecoder().decode(bytes);
    isUtf8 = false;
  }
  // A new Response would lose the url and refuse some statuses.
  return { response: Object.defineProperty(response, 'text', { value: async () => text }), text, isUtf8 };
}
