import { CannotRun } from '../cli/problem.ts';

/** Why a command cannot listen on the port of its option `--port`. */
export function cannotListen(host: string, port: number, cause: unknown): CannotRun {
  return new CannotRun(`Cannot listen on ${host}:${port}: ${reasonOf(cause)}. --port 0 takes a free one.`, { cause });
}

function reasonOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'EADDRINUSE') return 'the port is taken';
  return code === 'EACCES' ? 'the port needs administrator rights' : String(cause);
}
