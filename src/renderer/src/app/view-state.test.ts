import { beforeEach, describe, expect, it } from 'vitest';
import { kindCode } from '../../../shared/model/kind';
import { findBranches } from '../../../shared/tree/branches';
import { indexOf } from './test-support/heads';
import { leafToView, resolveChoice, useViewState } from './view-state';

describe('leafToView', () => {
  //   0 ─ 1 ─ 2 ─ 5
  //        └─ 3 ─ 4
  const parents = Int32Array.from([-1, 0, 1, 1, 3, 2]);
  const allUsers = findBranches(parents, new Uint8Array(parents.length));

  it('keeps the viewed leaf for an entry on its path', () => {
    expect(leafToView(parents, allUsers, 4, 1)).toBe(4);
    expect(leafToView(parents, allUsers, 4, 4)).toBe(4);
  });

  it('goes to the newest leaf below an entry that is not on the viewed path', () => {
    expect(leafToView(parents, allUsers, 4, 2)).toBe(5);
    expect(leafToView(parents, allUsers, 5, 3)).toBe(4);
    expect(leafToView(parents, allUsers, -1, 0)).toBe(5);
  });

  it('goes to the end of a branch, and does not follow a move of the leaf that hangs there', () => {
    const kinds = Uint8Array.from([0, 1, 1, 1, kindCode('label'), kindCode('leaf_move')]);
    const branches = findBranches(parents, kinds);
    expect(leafToView(parents, branches, -1, 2)).toBe(2);
    expect(leafToView(parents, branches, -1, 3)).toBe(4);
    expect(leafToView(parents, branches, -1, 5)).toBe(5);
  });
});

describe('useViewState', () => {
  beforeEach(() => useViewState.setState(useViewState.getInitialState()));

  it('brings a file to the front when one of its sessions is chosen', () => {
    useViewState.getState().selectSession('file', 'session');
    expect(useViewState.getState()).toMatchObject({
      activeFileId: 'file',
      activeSessions: { file: 'session' },
    });
  });

  it('keeps what was chosen in one session apart from the others', () => {
    const { choose } = useViewState.getState();
    choose('file', 'one', { selected: { id: 'a', row: 0 } });
    choose('file', 'two', { selected: { id: 'b', row: 1 } });
    choose('file', 'one', { viewedLeaf: { id: 'c', row: 2 } });
    expect(Object.values(useViewState.getState().choices)).toEqual([
      { selected: { id: 'a', row: 0 }, viewedLeaf: { id: 'c', row: 2 } },
      { selected: { id: 'b', row: 1 }, viewedLeaf: null },
    ]);
  });

  it('forgets files that were closed', () => {
    const { selectSession, choose, keepFiles } = useViewState.getState();
    selectSession('kept', 's');
    selectSession('closed', 's');
    choose('closed', 's', { selected: { id: 'a', row: 0 } });
    keepFiles(['kept']);
    expect(useViewState.getState()).toMatchObject({
      activeFileId: null,
      activeSessions: { kept: 's' },
      choices: {},
    });
  });

  it('opens the inspector to show one of its tabs', () => {
    useViewState.getState().togglePane('inspector');
    useViewState.getState().showInspectorTab('checks');
    expect(useViewState.getState()).toMatchObject({ inspectorTab: 'checks', panes: { inspector: true } });
  });
});

describe('resolveChoice', () => {
  const none = { viewedLeaf: null, selected: null };

  it('views the stored leaf until another is chosen, and the last entry while it is not known', () => {
    const ids = ['a', 'b', 'c'];
    expect(resolveChoice(indexOf(ids, { storedLeafRow: 1 }), none).viewedLeafRow).toBe(1);
    expect(resolveChoice(indexOf(ids), none)).toMatchObject({ viewedLeafRow: 2, storedLeafRow: -1 });
    expect(resolveChoice(indexOf([]), none).viewedLeafRow).toBe(-1);
  });

  it('finds a chosen entry again where a reload has moved it', () => {
    const chosen = { viewedLeaf: { id: 'b', row: 1 }, selected: { id: 'a', row: 0 } };
    const moved = indexOf(['new', 'a', 'b', 'c'], { storedLeafRow: 3 });
    expect(resolveChoice(moved, chosen)).toEqual({ viewedLeafRow: 2, selectedRow: 1, storedLeafRow: 3 });
  });

  it('tells two entries with one id apart by their rows', () => {
    const twice = indexOf(['same', 'same'], { storedLeafRow: 0 });
    expect(resolveChoice(twice, { ...none, selected: { id: 'same', row: 1 } }).selectedRow).toBe(1);
  });

  it('goes back to the stored leaf when the chosen one is gone', () => {
    const index = indexOf(['a', 'b'], { storedLeafRow: 0 });
    expect(resolveChoice(index, { viewedLeaf: { id: 'x', row: 7 }, selected: { id: 'y', row: 1 } })).toEqual({
      viewedLeafRow: 0,
      selectedRow: -1,
      storedLeafRow: 0,
    });
  });
});
