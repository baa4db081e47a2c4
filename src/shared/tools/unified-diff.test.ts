import { describe, expect, it } from 'vitest';
import { parseUnifiedDiff } from './unified-diff';

const words = (text: string) =>
  parseUnifiedDiff(text)?.map(({ kind, text: line, oldNumber, newNumber }) => [
    kind,
    line,
    oldNumber,
    newNumber,
  ]);

describe('a unified diff', () => {
  it('gives its lines with their numbers, whatever stands before its parts', () => {
    const diff = `Index: /shop/a.ts
===================================================================
--- /shop/a.ts\t(before)
+++ /shop/a.ts\t(after)
@@ -3,3 +3,2 @@ function f
 one
-two
---- three
+2
@@ -20 +19,2 @@
 last
+
\\ No newline at end of file
`;
    expect(words(diff)).toEqual([
      ['same', 'one', 3, 3],
      ['removed', 'two', 4, null],
      ['removed', '--- three', 5, null],
      ['added', '2', null, 4],
      ['gap', '', null, null],
      ['same', 'last', 20, 19],
      ['added', '', null, 20],
      ['gap', 'No newline at end of file', null, null],
    ]);
  });

  it.each(['', 'no diff', '+1 a numbered one', '@@ -1 +1 @@\n?odd', '@@ -1,2 +1,2 @@\n a\n b\nmore'])(
    'is not %j',
    (text) => {
      expect(parseUnifiedDiff(text)).toBeNull();
    },
  );
});
