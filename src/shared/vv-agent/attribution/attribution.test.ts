import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Hasher } from '../digest';
import type { AttributionInput, CommitState, StoredCommit } from './attribution';
import { attributeCommits, DEFAULT_BUDGET_BYTES } from './attribution';
import type { ItemFailure } from './canonical-text';
import type { StoredItems } from './item-table';
import { SearchBudget } from './search-budget';

let copies = 0;

function newHasher(hash = createHash('sha256')): Hasher {
  return {
    update: (data) => void hash.update(data),
    copy: () => {
      copies += 1;
      return newHasher(hash.copy());
    },
    hex: () => hash.digest('hex'),
  };
}

function digestOf(texts: readonly string[]): string {
  const payload = `{"items":[${texts.join(',')}],"schema_version":"vv-agent.session-commit.v1"}`;
  return createHash('sha256').update(payload).digest('hex');
}

/** One session as the store would hold it. Items are named by their content. */
class Session {
  readonly items: Array<{ itemIndex: number; text: string; failure?: ItemFailure }> = [];
  readonly commits: StoredCommit[] = [];
  nextIndex = 1;

  plain(...contents: string[]): this {
    for (const content of contents) {
      this.items.push({ itemIndex: this.nextIndex, text: JSON.stringify({ content }) });
      this.nextIndex += 1;
    }
    return this;
  }

  commit(...contents: string[]): this {
    const start = this.items.length;
    this.plain(...contents);
    return this.record(digestOf(this.items.slice(start).map((item) => item.text)));
  }

  record(digest: string): this {
    this.commits.push({ commitId: `c${this.commits.length}`, digest });
    return this;
  }

  pop(count = 1): this {
    this.items.splice(-count);
    return this;
  }

  /** Items that another session of the file adds in between. */
  elsewhere(count = 1): this {
    this.nextIndex += count;
    return this;
  }

  edit(position: number, change: { text?: string; failure?: ItemFailure }): this {
    const item = this.items[position];
    if (item === undefined) throw new Error(`no item ${position}`);
    Object.assign(item, change);
    return this;
  }

  stored(): StoredItems {
    const { items } = this;
    return {
      length: items.length,
      indexAt: (position) => items[position]?.itemIndex ?? Number.NaN,
      canonicalAt(position) {
        const { text = '', failure } = items[position] ?? {};
        return failure === undefined ? { ok: true, json: text } : { ok: false, reason: failure };
      },
    };
  }

  attribute(options: Partial<AttributionInput> = {}) {
    const steps = attributeCommits({
      commits: this.commits,
      items: this.stored(),
      isOrdered: true,
      newHasher: () => newHasher(),
      budget: new SearchBudget(DEFAULT_BUDGET_BYTES),
      ...options,
    });
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
    }
  }

  words(options: Partial<AttributionInput> = {}): string {
    return this.attribute(options).commits.map(wordOf).join(' ');
  }
}

function wordOf(state: CommitState): string {
  if (state.state === 'verified') return `${state.first}-${state.last}${state.ambiguous ? '?' : ''}`;
  return state.state === 'unmatched' ? state.reason : state.state;
}

describe('attributeCommits', () => {
  it('finds commits one after another and says which items they cover', () => {
    const session = new Session().commit('a', 'b', 'c').commit('d').commit('e', 'f');
    expect(session.words()).toBe('0-2 3-3 4-5');
    expect([...session.attribute().commitOfItem]).toEqual([0, 0, 0, 1, 2, 2]);
  });

  it('leaves items added without a commit plain', () => {
    const session = new Session().plain('p').commit('a', 'b').plain('q', 'r').commit('c').plain('s');
    expect(session.words()).toBe('1-2 5-5');
    expect([...session.attribute().commitOfItem]).toEqual([-1, 0, 0, -1, -1, 1, -1]);
    expect([...new Session().plain('p').attribute().commitOfItem]).toEqual([-1]);
  });

  it('tells empty and malformed commits', () => {
    const session = new Session().commit().commit('a').record('A'.repeat(64)).record('').commit().commit('b');
    expect(session.words()).toBe('empty 0-0 malformed malformed empty 1-1');
    expect(new Session().commit().record('x').words()).toBe('empty malformed');
  });

  it('shows a commit as unmatched when its items were popped, all or some', () => {
    expect(new Session().commit('a').commit('b', 'c').pop(2).words()).toBe('0-0 no-range');
    expect(new Session().commit('a').commit('b', 'c').pop().words()).toBe('0-0 no-range');
    expect(new Session().commit('a', 'b').pop().commit('c').commit('d').words()).toBe('no-range 1-1 2-2');
    expect(new Session().commit('a').pop().words()).toBe('no-range');
  });

  it('shows a commit as unmatched when an item was edited or deleted, and finds the others', () => {
    const session = () => new Session().commit('a', 'b').commit('c', 'd', 'e').commit('f');
    expect(session().edit(3, { text: '{"content":"D"}' }).words()).toBe('0-1 no-range 5-5');
    const shorter = session();
    shorter.items.splice(3, 1);
    expect(shorter.words()).toBe('0-1 no-range 4-4');
  });

  it('never joins items over a break in the index, since one transaction cannot have written them', () => {
    const session = new Session().plain('a').elsewhere().plain('b');
    session.record(digestOf(session.items.map((item) => item.text)));
    expect(session.words()).toBe('no-range');
    session.items.forEach((item, position) => {
      item.itemIndex = 10 + position;
    });
    expect(session.words()).toBe('0-1');
  });

  it('follows sessions that took turns in one file', () => {
    const session = new Session()
      .commit('a', 'b')
      .elsewhere(5)
      .commit('c')
      .elsewhere()
      .plain('p')
      .commit('d', 'e');
    expect(session.words()).toBe('0-1 2-2 4-5');
  });

  it('says when the gap holds an item that cannot be decoded or has no canonical form', () => {
    const session = () => new Session().commit('a').commit('b', 'c').commit('d').plain('p');
    expect(session().edit(1, { failure: 'undecodable-item' }).words()).toBe('0-0 undecodable-item 3-3');
    expect(session().edit(2, { failure: 'outside-i-json' }).words()).toBe('0-0 outside-i-json 3-3');
    const both = session().edit(1, { failure: 'outside-i-json' }).edit(2, { failure: 'undecodable-item' });
    expect(both.words()).toBe('0-0 undecodable-item 3-3');
    expect(session().edit(4, { failure: 'undecodable-item' }).words()).toBe('0-0 1-2 3-3');
    const elsewhere = session().edit(4, { failure: 'undecodable-item' }).edit(1, { text: '{"content":"B"}' });
    expect(elsewhere.words()).toBe('0-0 no-range 3-3');
  });
});

describe('equal digests', () => {
  it('give each commit in order the earliest range after the one before, and are ambiguous', () => {
    expect(new Session().commit('x').commit('x').commit('x').words()).toBe('0-0? 1-1? 2-2?');
    expect(new Session().commit('x', 'y').commit('z').commit('x', 'y').words()).toBe('0-1? 2-2 3-4?');
  });

  it('make a commit ambiguous also when the other range is of plain items', () => {
    expect(new Session().commit('x').plain('x').words()).toBe('0-0?');
    expect(new Session().commit('a').plain('x').commit('x').words()).toBe('0-0 1-1?');
  });

  it('serve the earlier commit when there are fewer ranges than commits', () => {
    expect(new Session().commit('x').commit('x').pop().words()).toBe('0-0 no-range');
    expect(new Session().commit('x').pop().commit('x').words()).toBe('0-0 no-range');
  });

  it('do not let a removed commit take the place of a later one at the cost of those between', () => {
    expect(new Session().commit('x').pop().commit('y').commit('x').words()).toBe('no-range 0-0 1-1');
    expect(new Session().commit('x').pop().commit('y').commit('z').plain('x').words()).toBe(
      'no-range 0-0 1-1',
    );
  });

  it('do not hide a longer commit behind a shorter one with the same beginning', () => {
    expect(new Session().commit('a', 'b').commit('a').words()).toBe('0-1 2-2?');
    expect(new Session().commit('a', 'b').commit('a').pop().words()).toBe('0-1 no-range');
    expect(new Session().plain('b').commit('a').commit('b').commit('c').words()).toBe('1-1 2-2? 3-3');
  });
});

describe('without the order of commits', () => {
  it('the digest alone decides', () => {
    const session = new Session().commit('a', 'b').commit('c').plain('p').commit('d').commit('gone').pop();
    session.commits.reverse();
    expect(session.words({ isOrdered: false })).toBe('no-range 4-4 2-2 0-1');
  });

  it('no item is given to two commits', () => {
    const session = new Session().commit('a', 'b').commit('b').pop();
    expect(session.words({ isOrdered: false })).toBe('0-1 no-range');
    expect(new Session().commit('x').commit('x').commit('x').pop().words({ isOrdered: false })).toBe(
      '0-0? 1-1? no-range',
    );
  });

  it('says why a commit may be missing', () => {
    const session = new Session().commit('a').commit('b').commit('c').edit(1, { failure: 'outside-i-json' });
    expect(session.words({ isOrdered: false })).toBe('0-0 outside-i-json 2-2');
  });
});

describe('the search is bounded', () => {
  /** Hashes finished while attributing. */
  function stepsOf(session: Session, options: Partial<AttributionInput> = {}) {
    const before = copies;
    const words = session.words(options);
    return { steps: copies - before, words };
  }
  const names = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}${n}`);

  it('takes one step an item where every item belongs to a commit', () => {
    const session = new Session();
    for (let turn = 0; turn < 300; turn += 1) session.commit(...names(`t${turn}.`, (turn % 9) + 1));
    const { steps, words } = stepsOf(session, { budget: new SearchBudget(0) });
    expect(words).not.toMatch(/[a-z]/);
    expect(steps).toBe(session.items.length + 1);
  });

  it('stays linear with removed commits in between', () => {
    const session = new Session();
    for (let turn = 0; turn < 200; turn += 1)
      session
        .commit(`a${turn}`, `b${turn}`)
        .commit(`x${turn}`)
        .pop()
        .elsewhere()
        .commit(`c${turn}`, `d${turn}`);
    const { steps, words } = stepsOf(session, { budget: new SearchBudget(0) });
    expect(words.match(/\d+-\d+/g)).toHaveLength(400);
    expect(words.match(/no-range/g)).toHaveLength(200);
    expect(steps).toBeLessThan(2.2 * session.items.length);
  });

  it('stays linear with plain items between long commits', () => {
    const session = new Session();
    for (let turn = 0; turn < 100; turn += 1) session.plain(`p${turn}`).commit(...names(`t${turn}.`, 40));
    const { steps, words } = stepsOf(session);
    expect(words).not.toMatch(/[a-z]/);
    expect(steps).toBeLessThan(8 * session.items.length);
  });

  it('finds one commit in many plain items', () => {
    const session = new Session()
      .plain(...names('p', 1000))
      .commit('a', 'b')
      .plain(...names('q', 1000));
    const { steps, words } = stepsOf(session);
    expect(words).toBe('1000-1001');
    expect(steps).toBeLessThan(50 * session.items.length);
  });

  it('gives up with search-limit when the budget is spent, and still verifies what it has found', () => {
    const session = new Session()
      .commit('a')
      .plain(...names('p', 100))
      .commit(...names('long', 80))
      .commit('z');
    session.plain(...names('q', 100));
    expect(stepsOf(session, { budget: new SearchBudget(0) }).words).toBe('0-0 search-limit search-limit');
    const limited = stepsOf(session, { budget: new SearchBudget(20_000) });
    expect(limited.words).toBe('0-0 search-limit search-limit');
    expect(limited.steps).toBeLessThan(4 * session.items.length + 50);
    expect(session.words()).toBe('0-0 101-180 181-181');
  });

  it('spends one budget on all the sessions it is given for', () => {
    const unsound = () => new Session().plain(...names('p', 40)).record('0'.repeat(64));
    const budget = new SearchBudget(8_000_000);
    expect(new Session().commit('a').commit('b').words({ budget })).toBe('0-0 1-1');
    expect(budget.isSpent).toBe(false);
    const words = Array.from({ length: 12 }, () => unsound().words({ budget }));
    expect(words[0]).toBe('no-range');
    expect(words[11]).toBe('search-limit');
    expect(budget.isSpent).toBe(true);
    // What is where it is expected needs none.
    expect(new Session().commit('a').commit('b').words({ budget })).toBe('0-0 1-1');
  });

  it('does not search far for what was popped off the end', () => {
    const session = new Session();
    for (let turn = 0; turn < 500; turn += 1) session.commit(`a${turn}`, `b${turn}`);
    session.commit('gone').pop();
    const { steps, words } = stepsOf(session, { budget: new SearchBudget(0) });
    expect(words).toMatch(/ no-range$/);
    expect(steps).toBeLessThan(1100);
  });

  it('is not led into quadratic work by commits that were never there', () => {
    const session = new Session();
    for (let turn = 0; turn < 1000; turn += 1) {
      session.record(digestOf([`"never ${turn}"`]));
      session.commit(`a${turn}`);
    }
    const { steps } = stepsOf(session, { budget: new SearchBudget(1_000_000) });
    expect(steps).toBeLessThan(6 * session.items.length);
  });

  it('handles very many equal commits', () => {
    const session = new Session();
    for (let turn = 0; turn < 5000; turn += 1) session.commit('ok');
    session.pop(1000);
    const states = session.attribute().commits;
    expect(states.filter((state) => state.state === 'verified')).toHaveLength(4000);
    expect(states.at(-1)).toEqual({ state: 'unmatched', reason: 'no-range' });
  });

  const large = (asked: { count: number }): StoredItems => ({
    length: 20,
    indexAt: (position) => position,
    canonicalAt: (position) => {
      asked.count += 1;
      return { ok: true, json: JSON.stringify({ content: `${position}${'x'.repeat(1024 * 1024)}` }) };
    },
  });
  const commitsOf = (items: StoredItems): StoredCommit[] =>
    Array.from({ length: items.length }, (_, number) => {
      const canonical = items.canonicalAt(number);
      return { commitId: `c${number}`, digest: digestOf([canonical.ok ? canonical.json : '']) };
    });

  it('asks for each text once where every item belongs to a commit', () => {
    const asked = { count: 0 };
    const items = large(asked);
    const commits = commitsOf(items);
    asked.count = 0;
    const { commits: states } = new Session().attribute({ items, commits });
    expect(states.every((state) => state.state === 'verified')).toBe(true);
    expect(asked.count).toBe(20);
  });

  it('asks for texts again instead of holding them', () => {
    const asked = { count: 0 };
    const items = large(asked);
    const commits = [{ commitId: 'missing', digest: 'a'.repeat(64) }, ...commitsOf(items)];
    asked.count = 0;
    const { commits: states } = new Session().attribute({ items, commits });
    expect(states.filter((state) => state.state === 'verified')).toHaveLength(20);
    // What the cache does not hold is read a second time.
    expect(asked.count).toBeGreaterThan(30);
  });

  it('tells apart items that have their ends and their length in common', () => {
    const middle = (at: number) =>
      `${'<'.repeat(500)}${'-'.repeat(at)}x${'-'.repeat(200 - at)}${'>'.repeat(500)}`;
    const session = new Session();
    for (let at = 0; at < 200; at += 1) session.commit(middle(at));
    session.commit(middle(0));
    const states = session.attribute().commits;
    expect(states.map((state) => state.state === 'verified' && state.ambiguous)).toEqual(
      Array.from({ length: 201 }, (_, commit) => commit === 0 || commit === 200),
    );
  });
});

describe('against trying every range', () => {
  /** The most commits that ranges in order, without overlap, can serve. */
  function bestCount(session: Session): number {
    const ranges: Array<{ first: number; last: number; commits: number[] }> = [];
    for (let first = 0; first < session.items.length; first += 1)
      for (let last = first; last < session.items.length; last += 1) {
        const items = session.items.slice(first, last + 1);
        const isRun = items.every((item, n) => item.itemIndex === (items[0]?.itemIndex ?? 0) + n);
        if (!isRun || items.some((item) => item.failure !== undefined)) break;
        const digest = digestOf(items.map((item) => item.text));
        const commits = session.commits.flatMap((commit, n) => (commit.digest === digest ? [n] : []));
        if (commits.length > 0) ranges.push({ first, last, commits });
      }
    const best = (commit: number, from: number, memo = new Map<string, number>()): number => {
      if (commit >= session.commits.length) return 0;
      const key = `${commit},${from}`;
      const known = memo.get(key);
      if (known !== undefined) return known;
      let most = best(commit + 1, from, memo);
      for (const range of ranges)
        if (range.first >= from && range.commits.includes(commit))
          most = Math.max(most, 1 + best(commit + 1, range.last + 1, memo));
      memo.set(key, most);
      return most;
    };
    return best(0, 0);
  }

  function randomNumbers(start: number): (limit: number) => number {
    let seed = start;
    return (limit) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor((seed / 2147483648) * limit);
    };
  }

  function randomSession(random: (limit: number) => number): Session {
    const session = new Session();
    const alphabet = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].slice(0, 2 + random(6));
    const contents = (count: number) =>
      Array.from({ length: count }, () => alphabet[random(alphabet.length)] ?? '');
    for (let step = 0; step < 14; step += 1) {
      const kind = random(10);
      if (kind < 5) session.commit(...contents(1 + random(4)));
      else if (kind < 7) session.plain(...contents(1 + random(2)));
      else if (kind < 8) session.elsewhere();
      else if (kind < 9) session.pop(Math.min(session.items.length, 1 + random(3)));
      else if (session.items.length > 0) {
        const failure = random(2) === 0 ? 'undecodable-item' : 'outside-i-json';
        const change = random(2) === 0 ? { text: JSON.stringify({ content: alphabet[0] }) } : { failure };
        session.edit(random(session.items.length), change as { text?: string; failure?: ItemFailure });
      }
    }
    return session;
  }

  it('gives no item to two commits where the order is unknown, and verifies only what hashes right', () => {
    const random = randomNumbers(11);
    for (let round = 0; round < 100; round += 1) {
      const session = randomSession(random);
      session.commits.sort((a, b) => (a.digest < b.digest ? -1 : 1));
      const taken = new Set<number>();
      for (const [commit, state] of session.attribute({ isOrdered: false }).commits.entries()) {
        if (state.state !== 'verified') continue;
        const texts = session.items.slice(state.first, state.last + 1).map((item) => item.text);
        expect(digestOf(texts)).toBe(session.commits[commit]?.digest);
        for (let position = state.first; position <= state.last; position += 1) {
          expect(taken).not.toContain(position);
          taken.add(position);
        }
      }
    }
  });

  it('verifies only what hashes right, in order, without overlap, and as many as possible', () => {
    const random = randomNumbers(7);
    let fewer = 0;
    for (let round = 0; round < 300; round += 1) {
      const session = randomSession(random);
      const { commits: states, commitOfItem } = session.attribute();
      let from = 0;
      let verified = 0;
      const owners: number[] = session.items.map(() => -1);
      for (const [commit, state] of states.entries()) {
        if (state.state !== 'verified') continue;
        const texts = session.items.slice(state.first, state.last + 1).map((item) => item.text);
        expect(digestOf(texts)).toBe(session.commits[commit]?.digest);
        expect(state.first).toBeGreaterThanOrEqual(from);
        from = state.last + 1;
        verified += 1;
        owners.fill(commit, state.first, state.last + 1);
      }
      expect([...commitOfItem]).toEqual(owners);
      if (verified < bestCount(session)) fewer += 1;
    }
    expect(fewer).toBe(0);
  });
});
