import { expectTypeOf, test } from 'vitest';
import type { CallResult } from './call-types.ts';

// The compiler is what this test runs on: it holds as long as this file compiles.
test('a header that a response may lack has the type of its values', () => {
  type Result = CallResult<{ responses: { default: { headers: { Left?: number } } } }, Response>;
  expectTypeOf<Result['headers']['Left']>().toEqualTypeOf<number | undefined>();
});
