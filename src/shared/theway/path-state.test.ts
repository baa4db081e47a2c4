import { describe, expect, it } from 'vitest';
import { modelAt, thinkingLevelAt } from './path-state';
import { chain } from './test-support/path-entries';

const answer = (provider?: string, model?: string) => ({
  message: { role: 'assistant', content: [], provider, model },
});

describe('modelAt', () => {
  it.each([
    ['none on an empty path', chain(), null],
    [
      'that of a model change',
      chain(['m', 'model_change', { provider: 'p', modelId: 'x' }]),
      { provider: 'p', modelId: 'x' },
    ],
    [
      'that of an answer after it',
      chain(['m', 'model_change', { provider: 'p', modelId: 'x' }], ['a', 'message', answer('q', 'y')]),
      { provider: 'q', modelId: 'y' },
    ],
    [
      'that of a change after the answer',
      chain(['a', 'message', answer('q', 'y')], ['m', 'model_change', { provider: 'p', modelId: 'x' }]),
      { provider: 'p', modelId: 'x' },
    ],
    [
      'not that of an answer that names only half',
      chain(['m', 'model_change', { provider: 'p', modelId: 'x' }], ['a', 'message', answer('q')]),
      { provider: 'p', modelId: 'x' },
    ],
    [
      'not that of a user',
      chain(['u', 'message', { message: { role: 'user', provider: 'q', model: 'y' } }]),
      null,
    ],
  ])('is %s', (_what, path, model) => {
    expect(modelAt(path)).toEqual(model);
  });
});

describe('thinkingLevelAt', () => {
  it('is off, until a change on the path; the latest counts', () => {
    expect(thinkingLevelAt([])).toBe('off');
    const path = chain(
      ['a', 'thinking_level_change', { thinkingLevel: 'high' }],
      ['b', 'thinking_level_change', { thinkingLevel: '' }],
    );
    expect(thinkingLevelAt(path.slice(0, 1))).toBe('high');
    expect(thinkingLevelAt(path)).toBe('');
  });
});
