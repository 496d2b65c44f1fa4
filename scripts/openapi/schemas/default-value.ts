import type { Json } from '../json.ts';
import { sentencesOf } from '../sentences.ts';
import type { Keyword } from './schema-merge.ts';
import { enumOf, type SchemaView, textAt } from './schema-view.ts';

const left = '(?:omitted|left out|absent|missing|unset|not (?:given|set|sent|provided|specified|present))';
const withoutIt = `(?: (?:if|when|where) (?:it is |this is )?${left})?`;
const said = new RegExp(
  `(?:^|[,(:] ?|\\b(?:it|this|which|and) )(?:defaults to|(?:the |its )?default(?: value)?(?: is|:| =)) ?` +
    `[\`'"]?(?<value>-?[\\w-]+(?:\\.\\d+)?)[\`'"]?${withoutIt}(?= ?\\)| ?$)`,
  'i',
);

/** What makes it the default in some cases alone. */
const condition = /\b(?:for|if|when|where|in|on|with|of|unless|otherwise|else)\b/i;

/**
 * The default of a schema (JSON Schema 2020-12, Validation, section 9.2), else the one that its description says, as
 * "Defaults to `draft` when omitted": one of the values of a list, a number, true, false or null.
 */
export function defaultOf(view: SchemaView): Keyword | undefined {
  const [own, description] = ['default', 'description'].map((name) => view.keywords.get(name));
  if (own !== undefined || description === undefined) return own;
  const texts = sentencesOf(textAt(view, 'description') ?? '').flatMap((sentence) => {
    const { index = 0, groups } = said.exec(sentence) ?? {};
    return condition.test(sentence.slice(0, index)) ? [] : (groups?.['value'] ?? []);
  });
  const [text, ...others] = new Set(texts);
  const value = text === undefined || others.length > 0 ? undefined : valueOf(view, text);
  return value === undefined ? undefined : { ...description, value };
}

function valueOf(view: SchemaView, text: string): Json | undefined {
  const { types } = view;
  const listed = enumOf(view);
  if (listed !== undefined) return listed.find((one) => String(one) === text);
  if (types.includes('null') && text === 'null') return null;
  if (types.includes('boolean') && /^(?:true|false)$/.test(text)) return text === 'true';
  const isNumber = types.includes('integer') ? /^-?\d+$/ : /^-?\d+(?:\.\d+)?$/;
  return (types.includes('integer') || types.includes('number')) && isNumber.test(text) ? Number(text) : undefined;
}
