import packageFile from '../../package.json' with { type: 'json' };
import { paths } from './project.ts';

/** An option, as `parseArgs` has it, and what `--help` says of it. */
type OptionDescription = { description: string } & (
  | { type: 'boolean'; default: false }
  /** `value` stands for the value: FILE, NUMBER. */
  | { type: 'string'; value: string; default?: string; multiple?: true }
);

/** A command: its name, what it does, and what it takes. */
export interface CommandDescription {
  name: string;
  /** The arguments that are no options, as the first line of `--help` has them; without it there are none. */
  positionals?: string;
  summary: string;
  options: Readonly<Record<string, OptionDescription>>;
  /** What is worth knowing besides, under the options. */
  notes?: string;
}

/** Every command that reads a contract has them. */
export const contractOptions = {
  spec: {
    type: 'string',
    value: 'FILE',
    default: paths.contract,
    description: 'another contract: any OpenAPI 3.0 to 3.2 document',
  },
  'allow-remote': {
    type: 'boolean',
    default: false,
    description: 'follows references to http: and https: addresses, too',
  },
} as const satisfies CommandDescription['options'];

/** What `--help` prints: how the command is called, what it does, and every option. */
export function describeCommand(call: string, { positionals, summary, options, notes }: CommandDescription): string {
  const rows: [option: string, description: string][] = [
    ...Object.entries(options).map(([name, option]): [string, string] =>
      option.type === 'boolean'
        ? [`--${name}`, option.description]
        : [
            `--${name} ${option.value}`,
            `${option.description}${defaultOf(option.default)}${option.multiple === true ? '; may be repeated' : ''}`,
          ],
    ),
    ['--help', 'shows this'],
    ['--version', 'shows the version of the toolchain'],
  ];
  const width = Math.max(...rows.map(([option]) => option.length));
  const usage = [call, ...(positionals === undefined ? [] : [positionals]), '[OPTION]…'].join(' ');
  return [
    `Usage: ${usage}`,
    summary,
    rows.map(([option, description]) => `  ${option.padEnd(width)}  ${description}`).join('\n'),
    ...(notes === undefined ? [] : [notes]),
  ].join('\n\n');
}

function defaultOf(value: string | undefined): string {
  return value === undefined ? '' : ` (default ${value})`;
}

/** The version of this toolchain, which is that of its package. */
export const { version } = packageFile;
