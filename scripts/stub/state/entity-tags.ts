import { createHash } from 'node:crypto';
import type { Description } from '../../openapi/description.ts';
import { headerViolations } from '../../openapi/parameters/response-header.ts';

/** What a contract may want within an entity tag: any text, a number, or the digits of one of the usual hashes. */
const texts: readonly ((hash: Buffer) => string)[] = [
  (hash) => hash.toString('base64url').slice(0, 16),
  (hash) => String(hash.readUIntBE(0, 6)),
  ...[32, 40, 64].map((length) => (hash: Buffer) => hash.toString('hex').slice(0, length)),
];

/** How a tag is written (RFC 9110 section 8.8.3): strong, weak, and without the quotes that many contracts forget. */
const forms: readonly ((text: string) => string)[] = [(text) => `"${text}"`, (text) => `W/"${text}"`, (text) => text];

const spellings = forms.flatMap((form) => texts.map((text) => (hash: Buffer) => form(text(hash))));

/** Makes entity tags that the schemas of a contract allow, one for each content. */
export class EntityTags {
  readonly #spelling: (hash: Buffer) => string;

  constructor(description: Description) {
    const described = description.operations
      .flatMap(({ responses }) => Object.values(responses))
      .flatMap(({ headers }) => headers.filter(({ name }) => name.toLowerCase() === 'etag'));
    const isAllowed = (tag: string) =>
      described.every((header) => headerViolations(description, header, tag).length === 0);
    const [usual = String] = spellings;
    this.#spelling = spellings.find((spelling) => isAllowed(spelling(hashOf('')))) ?? usual;
  }

  /** The tag of a content. */
  of(content: Buffer | string): string {
    return this.#spelling(hashOf(content));
  }
}

function hashOf(content: Buffer | string): Buffer {
  return createHash('sha256').update(content).digest();
}
