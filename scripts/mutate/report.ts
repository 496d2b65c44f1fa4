import { paint } from '../cli/command-line.ts';
import { describeLocation, type Location } from '../cli/problem.ts';
import { countOf } from '../cli/text.ts';
import type { Equivalent } from './equivalent.ts';
import type { Kind, PlacedRequirement } from './kind.ts';
import { comparison, type MutantResult } from './results.ts';
import { requirementScores, type Score, scoreOf } from './score.ts';

/** What became of the mutants of one kind. */
export interface KindReport {
  kind: Pick<Kind, 'name' | 'reports' | 'advice' | 'mustReachAll'>;
  mutants: readonly MutantResult[];
  /** The requirements that they are about. */
  requirements: readonly PlacedRequirement[];
  /** What was not tried, as it would take too long. */
  leftOut: readonly string[];
  /** Requirements that there is no mutant of. */
  unreached: readonly PlacedRequirement[];
  /** Entries of the lists of equivalents that nothing is under. */
  unused: readonly Equivalent[];
}

/** One reason why the bar is missed. */
interface Finding {
  title: string;
  place: string | undefined;
  problem: string;
  advice: string;
}

// The first ones mostly explain the others.
const mostFindings = 12;
const list = 'scripts/mutate/equivalent-mutants.ts';

/** True when every mutant is detected, and nothing stands in the lists that does not belong there. */
export function isGood(reports: readonly KindReport[]): boolean {
  return reports.every((report) => findingsOf(report).length === 0);
}

/** The verdict for a terminal: a line for each kind, what was not detected, and why. */
export function describeMutants(
  reports: readonly KindReport[],
  { seed, seconds, isFull }: { seed: number; seconds: number; isFull: boolean },
): string {
  const findings = reports.flatMap((report) => findingsOf(report));
  const { detected, total } = scoreOf(reports.flatMap(({ mutants }) => mutants));
  const shown = findings
    .slice(0, mostFindings)
    .flatMap(({ title, place, problem, advice }) => [
      `${paint('red', '✗')} ${title}`,
      `  ${[place === undefined ? [] : paint('bold', place), problem].flat().join(' ')}`,
      `  ${paint('dim', advice)}`,
    ]);
  const more = findings.length > mostFindings ? [`… and ${findings.length - mostFindings} more`] : [];
  const count = `${number(detected)} of ${number(total)} mutants are detected`;
  const verdict =
    findings.length === 0
      ? paint('green', total === 1 ? 'The mutant is detected' : `All ${number(total)} mutants are detected`)
      : paint('red', `${count}: ${countOf(findings.length, 'finding')}`);
  return [
    ...reports.flatMap((report) => describeKind(report, isFull)),
    ...(shown.length > 0 ? ['', ...shown, ...more] : []),
    '',
    `${verdict}, seed ${seed} (${seconds.toFixed(0)} s)`,
  ].join('\n');
}

function describeKind(report: KindReport, isFull: boolean): string[] {
  const {
    kind: { name, reports, mustReachAll },
    mutants,
    unreached,
    leftOut,
  } = report;
  const { detected, total } = scoreOf(mutants);
  const requirements = [...requirementScores(mutants).values()].filter((score) => score.total > 0);
  const equivalent = mutants.filter(({ verdict }) => verdict === 'equivalent').length;
  const notes = [
    requirements.length === 0
      ? []
      : `${number(requirements.filter(isWhole).length)} of ${number(requirements.length)} requirements`,
    reports === 'checks'
      ? [describeChecks(mutants), describeComparison(mutants), describeDistances(mutants)]
      : isFull
        ? describeAttribution(mutants)
        : [],
    equivalent === 0 ? [] : `${number(equivalent)} nothing can detect (listed)`,
    mustReachAll || unreached.length === 0 ? [] : `${number(unreached.length)} requirements without one`,
    ...leftOut,
  ]
    .flat()
    .filter((note) => note !== '');
  const mark = findingsOf(report).length === 0 ? paint('green', '✓') : paint('red', '✗');
  const count = `${number(detected).padStart(5)} of ${number(total).padStart(5)} detected`;
  return [`${mark} ${name.padEnd(9)} ${count}${notes.length === 0 ? '' : `  ${notes.join('; ')}`}`];
}

const isWhole = ({ detected, total }: Score) => detected === total;
const number = (count: number) => count.toLocaleString('en');

/** How many each check has detected. */
function describeChecks(mutants: readonly MutantResult[]): string {
  const counts = Map.groupBy(
    mutants.flatMap(({ detectedBy }) => detectedBy.filter((check) => check !== comparison)),
    (check) => check,
  );
  return [...counts]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([check, all]) => `${check} ${number(all.length)}`)
    .join(', ');
}

/** It is no part of the score, and is reported apart. */
function describeComparison(mutants: readonly MutantResult[]): string {
  const compared = mutants.filter(({ detectedBy }) => detectedBy.includes(comparison)).length;
  if (compared === 0) return '';
  return `comparison: ${compared === mutants.length ? 'all' : `${number(compared)} of ${number(mutants.length)}`}`;
}

/** Of the message that came nearest to the change. */
function describeDistances(mutants: readonly MutantResult[]): string {
  const nearest = mutants
    .flatMap(({ distances }) => {
      const lines = Object.values(distances).filter((lines) => lines !== null);
      return lines.length === 0 ? [] : [Math.min(...lines)];
    })
    .toSorted((a, b) => a - b);
  const [median, worst] = [nearest[Math.floor(nearest.length / 2)], nearest.at(-1)];
  return median === undefined || worst === undefined
    ? ''
    : `median distance ${median} ${median === 1 ? 'line' : 'lines'}, worst ${number(worst)}`;
}

/** How often the requirement that was violated is the one that is reported. */
function describeAttribution(mutants: readonly MutantResult[]): string {
  const detected = mutants.filter(({ verdict }) => verdict === 'detected');
  const first = detected.filter(({ requirementIds, detectedBy: [first = ''] }) =>
    requirementIds.includes(first),
  ).length;
  const among = detected.filter(({ requirementIds, detectedBy }) =>
    requirementIds.some((id) => detectedBy.includes(id)),
  ).length;
  return `its own requirement reported first ${number(first)}, at all ${number(among)}`;
}

function findingsOf({ kind, mutants, requirements, unreached, unused }: KindReport): Finding[] {
  const places = new Map(requirements.map(({ id, location }) => [id, location]));
  return [
    ...mutants.flatMap((mutant) =>
      mutantFinding(
        mutant,
        kind.advice,
        mutant.location ?? mutant.requirementIds.flatMap((id) => places.get(id) ?? [])[0],
      ),
    ),
    ...(kind.mustReachAll ? unreached : []).map((requirement) => ({
      title: `${kind.name}: ${requirement.id}`,
      place: describeLocation(requirement.location),
      problem: 'no mutant is made of it',
      advice: `Make one, or list it in ${list} with the reason.`,
    })),
    ...unused.map(({ pattern }) => ({
      title: `${kind.name}: ${pattern}`,
      place: list,
      problem: 'nothing is under this pattern',
      advice: 'Take it out of the list.',
    })),
  ];
}

function mutantFinding(
  { kind, id, what, verdict, message, detectedBy }: MutantResult,
  advice: string,
  location: Location | undefined,
): Finding[] {
  const found = { title: `${kind}: ${id}`, place: location === undefined ? undefined : describeLocation(location) };
  const note = message === undefined ? '' : ` (${message})`;
  switch (verdict) {
    case 'survived':
      return [
        {
          ...found,
          problem: `${what}: not detected${note}`,
          advice: `${advice} Where nothing can detect it, list it in ${list} with the reason.`,
        },
      ];
    case 'failed':
      return [{ ...found, problem: `${what}: not tried${note}`, advice: 'See to it that it can be made.' }];
    case 'listed but detected':
      return [
        {
          ...found,
          problem: `${what}: detected by ${detectedBy.slice(0, 3).join(', ')}`,
          advice: `It is listed in ${list} all the same: take it out of the list.`,
        },
      ];
    case 'detected':
    case 'equivalent':
      return [];
  }
}
