import { clientAdvice, type ParameterSubject, serverAdvice, titleOf } from './parameter.ts';

/** What there is to say of a keyword of a parameter that is violated. */
interface KeywordAdvice {
  contract: string;
  server: string;
  client: string;
}

/** The advice for one thing that the schema of a parameter says: a keyword, or what follows from several. */
export function keywordAdvice(subject: ParameterSubject & { readonly keyword: string }): KeywordAdvice {
  const title = titleOf(subject);
  switch (subject.keyword) {
    case 'range':
      return {
        contract: 'add bounds or a format',
        server: `Take every integer that the schema of ${title} allows.`,
        client: `Send every integer of ${title} with all its digits.`,
      };
    case 'text':
      return {
        contract: 'add a pattern or a length',
        server: `Take every text that the schema of ${title} allows, and use it unaltered.`,
        client: `Send every text of ${title} as the caller gave it, encoded as its place and style ask.`,
      };
    case 'surplus':
      return {
        contract: 'change additionalProperties',
        server: `Refuse what ${title} has besides its described properties.`,
        client: `Send the described properties of ${title} alone.`,
      };
    default:
      return {
        contract: `change ${subject.keyword}`,
        server: serverAdvice(subject),
        client: clientAdvice(subject),
      };
  }
}
