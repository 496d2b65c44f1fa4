import { isSame } from '../../http/exact-json.ts';
import type { SchemaView } from '../../openapi/schemas/schema-view.ts';
import type { Found, Pair, Way } from './found.ts';
import { capital } from './part-names.ts';
import { valueList } from './schema-keywords.ts';

/**
 * What changed in the default of a parameter or property that may be left out: who leaves it out gets something else.
 */
export function defaultChanges({ before, now }: Pair<SchemaView>, label: string, name: string, { flow }: Way): Found[] {
  const [old, own] = [before.keywords.get('default'), now.keywords.get('default')];
  if (old === undefined && own === undefined) return [];
  if (old !== undefined && own !== undefined && isSame(old.value, own.value)) return [];
  if (old === undefined)
    return own === undefined
      ? []
      : [
          {
            impact: 'minor',
            flow,
            message: `${capital(label)} has the default ${valueList([own.value])}.`,
            now: own.pointer,
          },
        ];
  const how = own === undefined ? 'is gone' : `changed to ${valueList([own.value])}`;
  return [
    {
      impact: 'major',
      flow,
      message: `The default ${valueList([old.value])} of ${label} ${how}.`,
      breaks:
        flow === 'sent'
          ? `clients that send no \`${name}\` and count on the default`
          : `clients that read no \`${name}\` and take the default`,
      remedy: `leave the default at ${valueList([old.value])}`,
      before: old.pointer,
      ...(own === undefined ? { holder: now.pointer } : { now: own.pointer }),
    },
  ];
}
