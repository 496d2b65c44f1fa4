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

const columns = ['document', 'openapi-typescript (s)', 'generate (s)', 'ratio', 'unchanged', 'memory (MB)'];

/**
 * A table of Markdown with what `generate` costs for each of these files, and for documents of so many operations: the
 * medians of the processor's time, and their ratios to that of openapi-typescript alone.
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
    return [`| ${columns.join(' | ')} |`, '|---|---:|---:|---:|---:|---:|', ...rows].join('\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function rowOf(file: string, folder: string, rounds: number, onTime: (text: string) => void): Promise<string> {
  const out = join(folder, 'out');
  const commands = {
    bare: [projectFile('node_modules/openapi-typescript/bin/cli.js'), file, '--output', join(folder, 'types.ts')],
    generate: [projectFile('scripts/run.js'), 'generate', '--spec', file, '--out', out],
  };
  const usages: Record<'bare' | 'generate' | 'unchanged', Usage[]> = { bare: [], generate: [], unchanged: [] };
  for (let round = 0; round < rounds; round += 1) {
    rmSync(out, { recursive: true, force: true });
    for (const [name, command] of [
      ['bare', commands.bare],
      ['generate', commands.generate],
      ['unchanged', commands.generate],
    ] as const) {
      const usage = await usageOf(command);
      usages[name].push(usage);
      onTime(`${basename(file)}, ${name}: ${usage.cpu.toFixed(2)} s`);
    }
  }
  const cpu = (name: keyof typeof usages) => medianOf(usages[name].map((usage) => usage.cpu));
  const memory = medianOf(usages.generate.map((usage) => usage.memory)) / 1e6;
  const [bare, whole, unchanged] = [cpu('bare'), cpu('generate'), cpu('unchanged')];
  const figures = [bare, whole, whole / bare, unchanged / whole].map((figure) => figure.toFixed(2));
  return `| ${[basename(file), ...figures, memory.toFixed(0)].join(' | ')} |`;
}

// Node.js says of its children only when they end.
const report = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => { const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();" +
    'process.send?.({ cpu: (userCPUTime + systemCPUTime) / 1e6, memory: maxRSS * 1024 }); });',
)}`;

async function usageOf([program = '', ...programArguments]: readonly string[]): Promise<Usage> {
  const child = spawn(process.execPath, ['--import', report, program, ...programArguments], {
    cwd: projectFolder,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const used = once(child, 'message');
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  if (exitCode !== 0) throw new CannotRun(`${programArguments.join(' ')} has ended with ${exitCode ?? 'a signal'}.`);
  const [usage] = (await used) as [Usage];
  return usage;
}
