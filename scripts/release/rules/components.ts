import { type JsonObject, objectOf, pointerTo } from '../../openapi/json.ts';
import type { Contracts, Found } from './found.ts';

/** What changed in the names of the schemas: consumers import a type of each. */
export function schemaNameChanges({ before, now }: Contracts): Found[] {
  const [olds, owns] = [schemasOf(before.document), schemasOf(now.document)];
  const added = Object.keys(owns).filter((name) => !Object.hasOwn(olds, name));
  const removed = Object.keys(olds).filter((name) => !Object.hasOwn(owns, name));
  const holder = pointerTo('components', 'schemas');
  const renamed = new Map(removed.map((name) => [name, added.find((own) => isTheSame(olds[name], owns[own]))]));
  return [
    ...[...renamed].map(([name, other]): Found => {
      return {
        impact: 'major',
        message: `Schema \`${name}\` ${other === undefined ? 'was removed' : `is called \`${other}\` now`}.`,
        breaks: `consumers whose code imports \`${name}\``,
        remedy: other === undefined ? 'keep it' : `keep \`${name}\` as well, as a \`$ref\` to \`${other}\``,
        before: holder + pointerTo(name),
        ...(other === undefined ? { holder } : { now: holder + pointerTo(other) }),
      };
    }),
    ...added
      .filter((name) => ![...renamed.values()].includes(name))
      .map((name): Found => {
        return { impact: 'minor', message: `Schema \`${name}\` was added.`, now: holder + pointerTo(name) };
      }),
  ];
}

function schemasOf(document: JsonObject): JsonObject {
  return objectOf(objectOf(document['components'])['schemas']);
}

function isTheSame(old: unknown, own: unknown): boolean {
  return JSON.stringify(old) === JSON.stringify(own);
}
