import type { MutantDraft, Place } from './place.ts';

const otherStatuses = {
  2: ['200', '201', '202', '203'],
  3: ['302', '307', '308'],
  4: ['409', '410', '418', '422'],
  5: ['500', '502', '503'],
} as const;

/** A response that is no longer documented, or under another status. */
export function responsesMutants(responses: Place): MutantDraft[] {
  const { names } = responses;
  return names
    .filter((name) => !name.startsWith('x-'))
    .flatMap((status) => {
      const other = otherStatus(status, names);
      const drafts = [
        ...responses.loses(status, `response ${status} is removed`),
        ...(other === undefined ? [] : responses.renames(status, other, `response ${status} becomes ${other}`)),
      ];
      // Which statuses are documented is a requirement of all of them.
      return drafts.map((draft) => ({ ...draft, besides: responses.pointer }));
    });
}

/** Of the same class. */
function otherStatus(status: string, taken: readonly string[]): string | undefined {
  const [first = ''] = status;
  if (status === 'default') return ['4XX', '5XX'].find((other) => !taken.includes(other));
  if (/^\dXX$/i.test(status)) return ['4XX', '5XX', '3XX'].find((other) => !taken.includes(other));
  return Object.entries(otherStatuses)
    .find(([digit]) => digit === first)?.[1]
    .find((other) => !taken.includes(other));
}

/** A response without one of its headers, or without its body. */
export function responseMutants(response: Place): MutantDraft[] {
  const headers = response.get('headers');
  return [
    ...(headers?.names ?? []).flatMap((name) => headers?.loses(name, `header ${name} is removed`) ?? []),
    ...response.loses('content', 'the body is removed'),
  ];
}

/** A body in another media type. */
export function contentMutants(content: Place): MutantDraft[] {
  const { names } = content;
  return names.flatMap((name) => {
    const other =
      ['application/vnd.other+json', 'text/plain'].find(
        (one) => one !== name && !names.includes(one) && /json/.test(one) === /json/.test(name),
      ) ?? 'application/vnd.other';
    const drafts = [
      ...content.renames(name, other, `media type ${name} becomes ${other}`),
      ...(names.length > 1 ? content.loses(name, `media type ${name} is removed`) : []),
    ];
    return drafts.map((draft) => ({ ...draft, pointer: content.pointer }));
  });
}

/** A link that is gone, leads to another operation, or takes its values from elsewhere. */
export function linkMutants(link: Place): MutantDraft[] {
  const operation = link.get('operationId')?.text;
  const parameters = link.get('parameters');
  const values = (parameters?.names ?? []).flatMap((name) => {
    const expression = parameters?.get(name)?.text;
    return expression === undefined ? [] : (parameters?.becomes(name, `${expression}Other`) ?? []);
  });
  return [
    ...(link.holder?.loses(link.name, `link ${link.name} is removed`) ?? []),
    ...(operation === undefined ? [] : link.becomes('operationId', `${operation}Other`)),
    ...values,
  ];
}
