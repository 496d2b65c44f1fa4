/** One line on a terminal that says what is going on; nothing elsewhere. */
export function progressLine(stream: NodeJS.WriteStream): { progress(doing: string, requests: number): void; done(): void } {
  if (!stream.isTTY) return { progress: () => undefined, done: () => undefined };
  return {
    progress: (doing, requests) => {
      stream.clearLine(0);
      stream.cursorTo(0);
      stream.write(`${requests} requests · ${doing}`.slice(0, Math.max(0, stream.columns - 1)));
    },
    done: () => {
      stream.clearLine(0);
      stream.cursorTo(0);
    },
  };
}
