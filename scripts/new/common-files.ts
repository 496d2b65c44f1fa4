/** Files that are the same in every service, by their names there and in this project. */
export const commonFiles: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'tsconfig.json',
      '.github/workflows/check.yml',
      'client/index.ts',
      ...['app', 'authentication', 'body', 'credential', 'main', 'media-type', 'operation', 'refusal', 'response'].map(
        (name) => `server/${name}.ts`,
      ),
    ].map((file) => [file, `scripts/new/service/${file}`]),
  ),
  // The reference server reads them in the same way.
  'server/explanation.ts': 'server/explanation.ts',
  'server/json.ts': 'server/json.ts',
  'server/parameters.ts': 'server/parameters.ts',
};
