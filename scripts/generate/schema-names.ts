import type { Contract } from '../openapi/contract.ts';
import { childOf, objectOf, stringOf } from '../openapi/json.ts';
import { comment } from './comment.ts';

/** What an import of this name would hide: types of the language, of the web, and of the file itself. */
const taken = new Set(
  (
    'Array ArrayBuffer Awaited BigInt Blob Boolean Capitalize DataView Date Error Event EventTarget Exclude Extract ' +
    'File FormData Function Headers Intl Iterator JSON Lowercase Map Math NonNullable Number Object Omit Parameters ' +
    'Partial Pick Promise Proxy Readonly Record Reflect RegExp Request Required Response ReturnType Set String ' +
    'Symbol Uncapitalize Uppercase URL WeakMap WeakRef WeakSet components operations paths webhooks'
  ).split(' '),
);

/**
 * A type for each schema of the components, under its own name,
 * or as `ApiError` where that is the name of something else.
 */
export function schemaNames({ document }: Contract): string {
  const names = new Set(taken);
  return Object.entries(objectOf(objectOf(document['components'])['schemas']))
    .map(([key, schema]) => {
      const plain = identifierOf(key);
      const name = names.has(plain) ? `Api${plain}` : plain;
      if (names.has(name)) return '';
      names.add(name);
      const described = comment([stringOf(childOf(schema, 'description'))], '');
      return `${described}export type ${name} = components["schemas"][${JSON.stringify(key)}];\n`;
    })
    .join('');
}

/** The keys of components are letters, digits, `.`, `-` and `_` (OpenAPI, Components Object). */
function identifierOf(key: string): string {
  const words = key.split(/[^A-Za-z0-9_$]+/).filter((word) => word !== '');
  const name = words.length === 1 && /^[A-Z]/.test(key) ? key : words.map(capitalised).join('');
  return /^[A-Za-z_$]/.test(name) ? name : `Schema${name}`;
}

function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
