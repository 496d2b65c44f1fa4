import type { Description } from '../../../openapi/description.ts';
import { objectOf, stringOf } from '../../../openapi/json.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { literalPattern } from '../../../openapi/patterns/regular-expression.ts';
import { type MeaningOf, untruth } from './header-meaning.ts';

/** `WWW-Authenticate` (RFC 9110 section 11.6.1): a challenge for a scheme that the contract asks for. */
export const wwwAuthenticateMeaning: MeaningOf = (description, operation) => {
  const schemes = schemesOf(description, operation);
  const [first] = schemes;
  if (first === undefined) return undefined;
  const name = `${first.charAt(0).toUpperCase()}${first.slice(1)}`;
  const realm = description.service.title.replaceAll(/[^\x20-\x7e]|["\\]/g, '');
  return {
    statement: `ask for ${schemes.join(' or ')}`,
    whyWrong: (value) =>
      schemes.some((scheme) => new RegExp(`(^|,\\s*)${literalPattern(scheme)}(\\s|$|,)`, 'i').test(value))
        ? undefined
        : `${value}, no challenge for ${schemes.join(' or ')}`,
    truth: () => `${name} realm="${realm}"`,
    untruths: () => [
      untruth('another scheme', (text) => (/^digest/i.test(text ?? '') ? 'Basic realm="x"' : 'Digest realm="x"')),
    ],
  };
};

/** The HTTP schemes of the credentials that an operation asks for; of all where there is none. */
function schemesOf({ service }: Description, operation: Operation | null): string[] {
  const names =
    operation === null
      ? Object.keys(service.securitySchemes)
      : operation.security.flatMap((alternative) => Object.keys(alternative));
  return names.flatMap((name) => {
    const scheme = objectOf(service.securitySchemes[name]);
    return scheme['type'] === 'http' ? [stringOf(scheme['scheme'])?.toLowerCase() ?? ''] : [];
  });
}
