import { describe, expect, it } from 'vitest';
import { isJsonObject } from '../json/node';
import { parseJson } from '../json/parse';
import { Labels, nameGiven } from './annotations';

function object(text: string) {
  const parsed = parseJson(text);
  if (!parsed.ok || !isJsonObject(parsed.node)) throw new Error(text);
  return parsed.node;
}

describe('nameGiven', () => {
  it.each([
    ['{"name":"  a name\\n"}', 'a name'],
    ['{"name":"\\u0085x\\u3000"}', 'x'],
    ['{"name":"\\ufeff"}', '\ufeff'],
    ['{"name":" \\t"}', null],
    ['{"name":""}', null],
    ['{}', null],
    ['{"name":5}', null],
  ])('%s gives %j', (text, name) => {
    expect(nameGiven(object(text))).toBe(name);
  });
});

describe('Labels', () => {
  it('keeps the latest of each target; null and anything but a string clear, empty is a label', () => {
    const labels = new Labels();
    for (const text of [
      '{"targetId":"a","label":"first"}',
      '{"targetId":"b","label":""}',
      '{"targetId":"c","label":"gone"}',
      '{"targetId":"d","label":"gone too"}',
      '{"targetId":"a","label":"second"}',
      '{"targetId":"c","label":null}',
      '{"targetId":"d","label":5}',
      '{"targetId":"__proto__","label":"odd"}',
      '{"label":"of nothing"}',
    ]) {
      labels.apply(object(text));
    }
    expect(Object.fromEntries([...labels.entries()].map(([target, label]) => [`#${target}`, label]))).toEqual(
      {
        '#a': 'second',
        '#b': '',
        '#__proto__': 'odd',
      },
    );
  });
});
