import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

/** The colours a theme's rule declares. */
function colours(theme: string): Map<string, string> {
  const rule = css.split(`:root[data-theme="${theme}"] {`)[1]?.split('}')[0] ?? '';
  return new Map(
    [...rule.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((match) => [match[1] ?? '', match[2] ?? '']),
  );
}

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** A colour over another, as `color-mix` in sRGB makes it. */
function mix(over = '#000000', share: number, under = '#000000'): string {
  const part = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  const parts = [1, 3, 5].map((at) => Math.round(part(over, at) * share + part(under, at) * (1 - share)));
  return `#${parts.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

const grounds = ['surface', 'raised', 'selected', 'hover', 'code'];
const texts = ['text', 'muted', 'faint', 'accent', 'user', 'tool', 'ok', 'warn', 'err'];
const codes = ['comment', 'keyword', 'string', 'number', 'title', 'type', 'name', 'meta'].map(
  (token) => `code-${token}`,
);
const lanes = [1, 2, 3, 4, 5, 6, 7, 8].map((lane) => `lane-${lane}`);

describe.each(['light', 'dark'])('the %s theme', (theme) => {
  const colour = colours(theme);
  const pairs = [
    ...grounds.flatMap((ground) =>
      [...texts, ...codes, ...lanes].map((text) => [text, ground, 4.5] as const),
    ),
    ['accent', 'accent-soft', 4.5] as const,
    ['on-accent', 'accent', 4.5] as const,
    ['warn', 'warn-soft', 4.5] as const,
    ['err', 'err-soft', 4.5] as const,
    ['muted', 'err-soft', 4.5] as const,
    // What was taken away and what came, in a comparison.
    ...['err-soft', 'ok-soft'].flatMap((ground) => [
      ['text', ground, 4.5] as const,
      ['tool', ground, 4.5] as const,
    ]),
    ['control-line', 'surface', 3] as const,
  ];

  it('keeps text readable on every surface (WCAG AA)', () => {
    const weak = pairs
      .map(([text, ground, least]) => {
        const ratio = contrast(colour.get(text) ?? '#000000', colour.get(ground) ?? '#000000');
        return { pair: `${text} on ${ground}`, ratio: Math.round(ratio * 100) / 100, least };
      })
      .filter(({ ratio, least }) => ratio < least);
    expect(weak).toEqual([]);
  });

  it('keeps code readable on lines that came or went', () => {
    const grounds = [
      mix(colour.get('ok'), 0.13, colour.get('code')),
      mix(colour.get('err'), 0.12, colour.get('code')),
    ];
    const weak = grounds.flatMap((ground) =>
      ['text', ...codes]
        .map((text) => `${text}: ${contrast(colour.get(text) ?? '#000000', ground).toFixed(2)}`)
        .filter((line) => Number(line.split(': ')[1]) < 4.5),
    );
    expect(weak).toEqual([]);
  });

  it('is the colour the window opens in, so that nothing flashes before the first paint', () => {
    const source = readFileSync(join(import.meta.dirname, '../../../main/app/window.ts'), 'utf8');
    const shown = /backgroundColor: .* \? '(?<dark>#\w+)' : '(?<light>#\w+)'/.exec(source)?.groups;
    expect(shown?.[theme]).toBe(colour.get('surface'));
  });

  it('declares every colour the other theme has', () => {
    expect([...colour.keys()].sort()).toEqual([...colours('light').keys()].sort());
  });
});
