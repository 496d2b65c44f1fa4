import { expect, test } from 'vitest';
import { whyUnsafe } from './pattern-safety.ts';

test.each([
  String.raw`^\w*\w*\w*\w*\w*\w*\w*\w*!$`,
  '^(a+b?){5}(a+b?){5}(a+b?){5}$',
  // It may begin at any sign.
  String.raw`\s*\s*\s*,`,
  String.raw`^[\s\S]*?[\s\S]*?[\s\S]*?[\s\S]*?x$`,
  String.raw`^(?:(?=\w*\w*\w*!)\w)*$`,
  '^.*/.*/.*/.*$',
  `^${'[a-z]{0,9}'.repeat(12)}$`,
])('%s may take more than the cube of the length of a text', (pattern) => {
  expect(whyUnsafe(pattern)).toMatch(/^may take the fourth power/);
});

test.each([
  String.raw`^\w*\w*\w*!$`,
  String.raw`^.*\S.*$`,
  String.raw`^\s*\S[\s\S]*$`,
  String.raw`.*\S.*`,
  String.raw`.+@.+\..+`,
  String.raw`^[^@]+@[^@]+\.[^@]+$`,
  '^[a-z0-9]+(?:-[a-z0-9]+)*$',
  String.raw`^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?`,
  String.raw`^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-(?:0|[1-9]\d*|\d*[a-zA-Z-][\da-zA-Z-]*)(?:\.[\da-z-]+)*)?$`,
  String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$`,
  '^projects/[^/]+/locations/[^/]+/keyRings/[^/]+/cryptoKeys/[^/]+/cryptoKeyVersions/[^/]+$',
  String.raw`^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[@$!%*?&])[A-Za-z\d@$!%*?&]{8,}$`,
  '^[a-z]{1,9}[a-z]{1,9}[a-z]{1,9}[a-z]{1,9}[a-z]{1,9}$',
])('%s is matched in bounded time', (pattern) => {
  expect(whyUnsafe(pattern)).toBeUndefined();
});
