import { type Json, objectOf } from '../../openapi/json.ts';
import type { SchemaView } from '../../openapi/schemas/schema-view.ts';
import { type Contracts, keysOf, type Pair } from './found.ts';
import { capital, nameOfPart } from './part-names.ts';
import type { KeywordChange } from './schema-keywords.ts';
import { keywordsOf } from './schema-parts.ts';

interface Field {
  pointer: string;
  /** Undefined where it says what is so without it. */
  value: Json | undefined;
}

/** What changed in how a value is written as XML (OpenAPI, XML Object). */
export function xmlChanges(contracts: Contracts, views: Pair<SchemaView>): KeywordChange[] {
  const [before, now] = [fieldsOf(views.before), fieldsOf(views.now)];
  const changed = keysOf(before.keys(), now.keys()).find((key) => before.get(key)?.value !== now.get(key)?.value);
  if (changed === undefined) return [];
  const [old, own] = [before.get(changed)?.pointer, now.get(changed)?.pointer];
  const holder = own ?? old ?? '';
  const name = nameOfPart(own === undefined ? contracts.before : contracts.now, holder.replace(/\/xml\/[^/]*$/, ''));
  return [
    {
      keyword: 'xml',
      places: { before: old, now: own },
      message: () => `${capital(name)} is written as XML differently: \`${changed}\`.`,
      gone: 'it as before',
      come: 'it in another way',
      keep: `leave \`${changed}\` as it was`,
    },
  ];
}

function fieldsOf(view: SchemaView): Map<string, Field> {
  const all = keywordsOf(view, 'xml').flatMap(({ value: xml, pointer }) =>
    Object.entries(objectOf(xml)).map(([key, value]) => {
      const isUsual = value === false || (key === 'name' && value === pointer.split('/').at(-2));
      return [key, { pointer: `${pointer}/${key}`, value: isUsual ? undefined : value }] as const;
    }),
  );
  return new Map(all.filter(([key]) => !key.startsWith('x-')));
}
