import { relative, sep } from 'node:path';

/** The part of the project that a file belongs to. */
export function sideOf(file: string): string {
  const [room] = relative('.', file).split(sep);
  return room === 'server' || room === 'client' || room === 'spec' ? room : 'toolchain';
}
