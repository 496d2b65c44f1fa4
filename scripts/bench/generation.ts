import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { CannotRun } from '../cli/problem.ts';
import { projectFile, projectFolder } from '../cli/project.ts';
import { largeDocument } from './large-document.ts';
import { medianOf } from './timing.ts';

/** What a process has used: seconds of the processor, and the most memory, in bytes. */
interface Usage {
  cpu: number;
  memory: number;
}

const columns = [
  'document',
  'openapi-typescript (s)',
  'generate (s)',
  'ratio',
  'unchanged',
  'memory (MB)',
  'stub ready (s)',
];

/**
 * A table of Markdown with what `generate` costs for each of these files, and for documents of so many operations: the
 * medians of the processor's time, and their ratios to that of openapi-typescript alone; beside it, what the stub takes
 * until it answers.
 */
export async function benchGeneration(
  files: readonly string[],
  sizes: readonly number[],
  rounds: number,
  onTime: (text: string) => void,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const made = sizes.map((operations) => {
    const file = join(folder, `${operations} operations.json`);
    writeFileSync(file, JSON.stringify(largeDocument(operations)));
    return file;
  });
  try {
    const rows: string[] = [];
    for (const file of [...made, ...files]) rows.push(await rowOf(file, folder, rounds, onTime));
    return [`| ${columns.join(' | ')} |`, `|---|${'---:|'.repeat(columns.length - 1)}`, ...rows].join('\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function rowOf(file: string, folder: string, rounds: number, onTime: (text: string) => void): Promise<string> {
  const commands = {
    bare: [projectFile('node_modules/openapi-typescript/bin/cli.js'), file, '--output', join(folder, 'types.ts')],
    stub: [projectFile('scripts/run.js'), 'stub', '--spec', file, '--port', '0'],
  };
  const usages: Record<'bare' | 'generate' | 'unchanged' | 'stub', Usage[]> = {
    bare: [],
    generate: [],
    unchanged: [],
    stub: [],
  };
  for (let round = 0; round < rounds; round += 1) {
    // A new folder each time: ext4 takes seconds to make thousands of files where as many were removed just before.
    const out = mkdtempSync(join(folder, 'out-'));
    const generate = [projectFile('scripts/run.js'), 'generate', '--spec', file, '--out', out];
    for (const [name, command] of [
      ['bare', commands.bare],
      ['generate', generate],
      ['unchanged', generate],
    ] as const) {
      const usage = await usageOf(command, atExit);
      usages[name].push(usage);
      onTime(`${basename(file)}, ${name}: ${usage.cpu.toFixed(2)} s`);
    }
    usages.stub.push(await usageOf(commands.stub, whenItListens));
  }
  const cpu = (name: keyof typeof usages) => medianOf(usages[name].map((usage) => usage.cpu));
  const memory = medianOf(usages.generate.map((usage) => usage.memory)) / 1e6;
  const [bare, whole, unchanged] = [cpu('bare'), cpu('generate'), cpu('unchanged')];
  const figures = [bare, whole, whole / bare, unchanged / whole].map((figure) => figure.toFixed(2));
  return `| ${[basename(file), ...figures, memory.toFixed(0), cpu('stub').toFixed(2)].join(' | ')} |`;
}

// Node.js reports what a child has used only at its end: each child reports it itself, by a module that it loads first.
const report =
  'const report = () => { const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();' +
  'process.send?.({ cpu: (userCPUTime + systemCPUTime) / 1e6, memory: maxRSS * 1024 }); };';
const atExit = `${report} process.on('exit', report);`;
/** A server says where it listens when it does. */
const whenItListens =
  `${report} const { stdout } = process; const write = stdout.write.bind(stdout);` +
  "stdout.write = (text, ...others) => { if (String(text).includes('http://')) report();" +
  'return write(text, ...others); };';

/** What a program has used when it reports; a server, which goes on, is ended then. */
async function usageOf([program = '', ...programArguments]: readonly string[], reporting: string): Promise<Usage> {
  const first = `data:text/javascript,${encodeURIComponent(reporting)}`;
  const child = spawn(process.execPath, ['--import', first, program, ...programArguments], {
    cwd: projectFolder,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const used = once(child, 'message') as Promise<[Usage]>;
  // What it reports at its exit comes before the end of the channel, and perhaps after that of the process.
  const silent = once(child, 'disconnect') as Promise<[]>;
  const [usage] = await Promise.race([used, silent]);
  if (usage === undefined)
    throw new CannotRun(`${[program, ...programArguments].join(' ')} has ended before it was ready.`);
  if (reporting === whenItListens) child.kill('SIGKILL');
  const [exitCode] = await ended;
  if (exitCode !== 0 && reporting === atExit)
    throw new CannotRun(`${[program, ...programArguments].join(' ')} has ended with ${exitCode ?? 'a signal'}.`);
  return usage;
}
