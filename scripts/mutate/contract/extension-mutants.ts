import type { MutantDraft, Place } from './place.ts';

const day = 86_400_000;

/**
 * Extensions of a part (`x-…`): each gone, each number and day moved both ways, each flag turned,
 * each name another one. Prose is no requirement.
 */
export function extensionMutants(part: Place): MutantDraft[] {
  return part.names
    .filter((name) => name.startsWith('x-') && name !== 'x-unmatched-responses')
    .flatMap((name) => {
      const value = part.get(name);
      return value === undefined ? [] : [...part.loses(name, `${name} is removed`), ...valueMutants(value)];
    });
}

function valueMutants(part: Place): MutantDraft[] {
  const { value, text, source = '' } = part;
  if (text === undefined && typeof value !== 'number' && typeof value !== 'boolean')
    return [...part.members(), ...part.items()].flatMap(valueMutants);
  if (typeof value === 'boolean') return part.becomesSource(String(!value));
  if (text === undefined)
    return /^-?\d+$/.test(source) ? [-1n, 1n].flatMap((step) => part.becomesSource(String(BigInt(source) + step))) : [];
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)))
    return [-1, 1].flatMap((days) => moved(part, text, days));
  const other = `${text}Other`;
  return /^\S+$/.test(text) ? part.replaced(other, `${part.name} ${text} becomes ${other}`) : [];
}

function moved(part: Place, text: string, days: number): MutantDraft[] {
  const other = new Date(Date.parse(text) + days * day).toISOString().slice(0, 10);
  return part.replaced(other, `${part.name} ${text} becomes ${other}`);
}
