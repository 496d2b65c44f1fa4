import type { Description } from '../../../openapi/description.ts';
import { type MeaningOf, untruth } from './header-meaning.ts';

/** `Allow` (RFC 9110 section 10.2.1). */
export const allowMeaning: MeaningOf = (description) => ({
  statement: 'list the methods that the path offers',
  whyWrong: (value, { path, method, response: { status } }) => {
    const listed = methodsIn(value).map((one) => one.toUpperCase());
    const missing = methodsOf(description, path).filter((one) => !listed.includes(one));
    if (missing.length > 0) return `${value}, without ${missing.join(', ')}`;
    return status === 405 && listed.includes(method) ? `${value}, with the method that was refused` : undefined;
  },
  truth: (path) => (path === undefined ? undefined : allowedMethods(description, path)),
  untruths: ({ status }) => [
    untruth('without the first method', (text) => methodsIn(text).slice(1).join(', ')),
    untruth('without any that is offered', () => 'OPTIONS'),
    ...(status === '405'
      ? [
          untruth('with the method that was refused', (text, { request }) =>
            [...methodsIn(text), request.method].join(', '),
          ),
        ]
      : []),
  ],
});

/**
 * The methods that a path of the contract offers, as `Allow` lists them; HEAD goes with GET (RFC 9110 section 9.3.2).
 */
export function allowedMethods(description: Description, path: string): string {
  const offered = methodsOf(description, path);
  return [...new Set(offered.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].join(', ');
}

function methodsOf({ operations }: Description, path: string | undefined): string[] {
  return operations.filter((operation) => operation.path === path).map(({ method }) => method);
}

function methodsIn(text = ''): string[] {
  return text.split(',').map((one) => one.trim());
}
