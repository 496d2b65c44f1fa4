import { countOf } from '../../cli/text.ts';
import { type ContractReport, sides } from './report.ts';

/** The verdict in a sentence, with how much of what is not as it should be. */
export function verdictText({ verdict, sides: bySide, stages }: ContractReport): string {
  if (verdict === 'kept')
    return bySide.client === null
      ? 'The contract is kept by the server.'
      : bySide.server === null
        ? 'The contract is kept by the client.'
        : 'The contract is kept on both sides.';
  const findings = stages.filter((stage) => stage.findings.length > 0);
  const count = findings.reduce((sum, stage) => sum + stage.findings.length, 0);
  const parts = [
    ...sides.flatMap((side) => partOf(bySide[side]?.counts.violated ?? 0, `on the ${side}`)),
    ...(count === 0 ? [] : [`${countOf(count, 'finding')} of ${findings.map(({ name }) => name).join(', ')}`]),
  ];
  if (verdict === 'violated') return `The contract is violated: ${parts.join('; ')}.`;
  const unproven = sides.flatMap((side) => partOf(bySide[side]?.counts.unproven ?? 0, `on the ${side}`));
  return `The contract is not proven: ${unproven.length === 0 ? 'nothing was verified' : unproven.join('; ')}.`;
}

function partOf(count: number, where: string): string[] {
  return count === 0 ? [] : [`${countOf(count, 'requirement')} ${where}`];
}
