import { countOf } from '../../cli/text.ts';
import { type ContractReport, sides } from './report.ts';

/** The verdict in a sentence, with how much of what is not as it should be. */
export function verdictText({ verdict, sides: bySide, causes }: ContractReport): string {
  if (verdict === 'kept')
    return bySide.client === null
      ? 'The contract is kept by the server.'
      : bySide.server === null
        ? 'The contract is kept by the client.'
        : 'The contract is kept on both sides.';
  const foundBy = new Set(causes.flatMap((cause) => cause.foundBy));
  const parts = [
    ...(causes.length === 0 ? [] : [`${countOf(causes.length, 'finding')} in ${[...foundBy].join(', ')}`]),
    ...sides.flatMap((side) => partOf(bySide[side]?.counts.violated ?? 0, `on the ${side}`)),
  ];
  if (verdict === 'violated') return `The contract is violated: ${parts.join('; ')}.`;
  const unproven = sides.flatMap((side) => partOf(bySide[side]?.counts.unproven ?? 0, `on the ${side}`));
  return `The contract is not proven: ${unproven.length === 0 ? 'nothing was verified' : unproven.join('; ')}.`;
}

function partOf(count: number, where: string): string[] {
  return count === 0 ? [] : [`${countOf(count, 'requirement')} ${where}`];
}
