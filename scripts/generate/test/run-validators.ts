import { runInNewContext } from 'node:vm';

export interface Validate {
  (value: unknown): boolean;
  errors?: { instancePath: string; message?: string }[];
}

export interface Validators {
  lines: {
    responses: Record<string, string>;
    schemas: Record<
      string,
      { validator?: Validate; lines: Record<string, string>; properties: Record<string, string>; items?: string }
    >;
  };
  operations: Record<
    string,
    {
      parameters: Record<string, Record<string, Validate>>;
      requestBody: Record<string, Validate>;
      responses: Record<string, { headers: Record<string, Validate>; content: Record<string, Validate> }>;
    }
  >;
  unmatchedResponses: Record<string, { content: Record<string, Validate> }>;
}

/**
 * Runs a generated `validators.js` where there is nothing but the language itself: no import, no `require`, no Node, no
 * DOM. A script takes no `export`, so that alone is replaced; an `import` would be a syntax error.
 */
export function runValidators(files: Map<string, string>): Validators {
  const code = files.get('validators.js') ?? '';
  const script = code.replace(
    /^export \{ lines, operations, unmatchedResponses \};$/m,
    '({ lines, operations, unmatchedResponses });',
  );
  if (script === code) throw new Error('The module does not export what it should.');
  return runInNewContext(script, {}) as Validators;
}
