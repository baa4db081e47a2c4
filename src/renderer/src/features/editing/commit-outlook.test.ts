import { expect, it } from 'vitest';
import type { EditPreview } from '../../../../shared/contract/editing';
import { commitOutlook } from './commit-outlook';

const preview: EditPreview = {
  itemCount: 1,
  payloads: [],
  problem: null,
  digest: 'ab',
  digestProblem: null,
  commitId: 'c',
  meets: 'nothing',
};

it('says what a commit will meet, and refuses only a conflict', () => {
  expect(commitOutlook(preview)).toMatchObject({ tone: 'ok', refusal: null });
  const replay = commitOutlook({ ...preview, meets: 'same-digest' });
  expect(replay?.sentence).toContain('nothing will be appended');
  expect(replay?.refusal).toBeNull();
  expect(commitOutlook({ ...preview, meets: 'another-digest' })?.refusal).not.toBeNull();
});

it('refuses items without a digest, with the reason', () => {
  const outlook = commitOutlook({ ...preview, digest: null, digestProblem: 'n is outside', meets: null });
  expect(outlook?.tone).toBe('err');
  expect(outlook?.sentence).toContain('n is outside');
  expect(outlook?.refusal).not.toBeNull();
});

it('has nothing to say before the items and the id are there', () => {
  expect(commitOutlook({ ...preview, problem: { index: 0, message: 'x' } })).toBeNull();
  expect(commitOutlook({ ...preview, commitId: null, meets: null })).toBeNull();
});
