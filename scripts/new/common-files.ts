/** Files that are the same in every service, by their names there and in this project. */
export const commonFiles: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'tsconfig.json',
      '.github/workflows/check.yml',
      'client/index.ts',
      ...['app', 'authentication', 'credential', 'main', 'operation', 'refusal', 'response'].map(
        (name) => `server/${name}.ts`,
      ),
      'server/request/body.ts',
      'server/request/media-type.ts',
    ].map((file) => [file, `scripts/new/service/${file}`]),
  ),
  // The reference server reads them in the same way.
  'server/request/explanation.ts': 'server/request/explanation.ts',
  'server/request/json.ts': 'server/request/json.ts',
  'server/request/parameters.ts': 'server/request/parameters.ts',
};
