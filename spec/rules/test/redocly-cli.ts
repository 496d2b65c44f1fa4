import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

// Fourteen hours ahead: a rule that takes the local day for the day in UTC is found out.
const farFromUtc = 'Pacific/Kiritimati';

/** What the Redocly CLI prints. Its exit code adds nothing: problems to report make it 1. */
export function redocly(commandLine: string[], cwd: string): Promise<{ stdout: string; stderr: string }> {
  const cli = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js');
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    NO_COLOR: '1',
    TZ: farFromUtc,
  };
  return new Promise((settle) => {
    execFile(process.execPath, [cli, ...commandLine], { cwd, env, maxBuffer: 2 ** 24 }, (_, stdout, stderr) =>
      settle({ stdout, stderr }),
    );
  });
}
