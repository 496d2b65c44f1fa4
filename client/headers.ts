import { headerTypes } from '../generated/calls.ts';
import { isExactNumber } from './json.ts';

/** The headers that the contract documents, decoded; undefined where one is absent or no such value. */
export type DecodedHeaders = {
  [Name in keyof typeof headerTypes]: ((typeof headerTypes)[Name] extends 'number' ? number : string) | undefined;
};

export function decodedHeaders({ headers }: Response): DecodedHeaders {
  const entries = Object.entries(headerTypes).map(([name, type]) => {
    const text = headers.get(name)?.trim();
    return [name, type === 'number' && text !== undefined ? numberIn(text) : text] as const;
  });
  // The names are those of the table, and each value is of the type that the table says.
  return Object.fromEntries(entries) as DecodedHeaders;
}

function numberIn(text: string): number | undefined {
  return /^-?\d+(\.\d+)?$/.test(text) && isExactNumber(Number(text)) ? Number(text) : undefined;
}
