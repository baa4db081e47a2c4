/** Select Graphic Rendition: colours and weights (ECMA-48 8.3.117). Everything else a terminal obeys stays visible. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what is looked for
const GRAPHIC_CODE = /\u001b\[[0-9;:]*m/g;

/** Takes the colour codes out of a tool's output, and says how many there were. */
export function withoutColourCodes(text: string): { readonly text: string; readonly count: number } {
  let count = 0;
  const plain = text.replace(GRAPHIC_CODE, () => {
    count += 1;
    return '';
  });
  return { text: plain, count };
}
