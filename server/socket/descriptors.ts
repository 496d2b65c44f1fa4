import { readdirSync, readFileSync } from 'node:fs';

/** File descriptors that are no client's: of the database, of engines, of the metrics, and of files that are read. */
const reserve = 24;

/**
 * Connections for which the process has file descriptors left; Infinity where the system does not say. Beyond that,
 * Node.js closes connections without telling anybody.
 */
export function connectionsLeft(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const [, most = 'Infinity'] = /^Max open files +(\d+)/m.exec(limits) ?? [];
    return Math.max(1, Number(most) - readdirSync('/proc/self/fd').length - reserve);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
