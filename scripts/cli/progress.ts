/** One line on a terminal, written over itself; nothing elsewhere. `text` gives it for so many columns. */
export function statusLine(stream: NodeJS.WriteStream): {
  show(text: (columns: number) => string): void;
  clear(): void;
} {
  if (!stream.isTTY) return { show: () => undefined, clear: () => undefined };
  const clear = () => {
    stream.clearLine(0);
    stream.cursorTo(0);
  };
  return {
    show: (text) => {
      clear();
      stream.write(text(Math.max(0, stream.columns - 1)));
    },
    clear,
  };
}

/** One line on a terminal that says what is going on; nothing elsewhere. */
export function progressLine(stream: NodeJS.WriteStream): {
  progress(doing: string, requests: number): void;
  done(): void;
} {
  const { show, clear } = statusLine(stream);
  return {
    progress: (doing, requests) => show((columns) => `${requests} requests · ${doing}`.slice(0, columns)),
    done: clear,
  };
}
