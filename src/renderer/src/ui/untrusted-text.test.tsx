import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { UntrustedText } from './untrusted-text';

it('shows markup as text, inside an isolate', () => {
  const html = renderToStaticMarkup(<UntrustedText text="<img src=x onerror=alert(1)>" />);
  expect(html).toBe('<bdi>&lt;img src=x onerror=alert(1)&gt;</bdi>');
});

it('puts a chip in the place of an invisible character', () => {
  const html = renderToStaticMarkup(<UntrustedText text={'exe\u202Efdp'} />);
  expect(html).not.toContain('\u202E');
  expect(html).toMatch(
    /^<bdi>exe<span[^>]*title="U\+202E, direction override"[^>]*>U\+202E<\/span>fdp<\/bdi>$/,
  );
});

it('spells very many invisible characters out in the text, rather than make an element of each', () => {
  const html = renderToStaticMarkup(<UntrustedText text={'a\u200B'.repeat(20_000)} />);
  expect(html).not.toContain('\u200B');
  expect(html).toContain('a[U+200B]a[U+200B]');
  expect(html.match(/<[a-z]/g)).toHaveLength(1);
});
