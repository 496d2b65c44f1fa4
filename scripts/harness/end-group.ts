/** Ends this process with all that it has started. */
export function endGroup(): void {
  try {
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    process.exit();
  }
}
