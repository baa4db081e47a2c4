// What the page does on its main thread with a large session: its own functions, run by Node. Imports the sources, so
// run.mjs bundles it.
import { setTimeout } from 'node:timers/promises';
import { leafToView, resolveChoice } from '../src/renderer/src/app/view-state';
import { sessionTree } from '../src/renderer/src/features/entry/session-tree';
import { ViewedPath } from '../src/renderer/src/features/entry/viewed-path';
import { HeadChunkBuilder } from '../src/shared/model/head-chunk-builder';
import { findBranches } from '../src/shared/tree/branches';
import { filterTable, keptRows } from '../src/shared/tree/filters';
import { pathItems } from '../src/shared/tree/path-items';
import { SessionIndex } from '../src/shared/tree/session-index';
import { pathTo, treeShape } from '../src/shared/tree/shape';
import { matchRows } from '../src/shared/tree/text-match';
import { twoWriterForks } from '../src/shared/tree/two-writers';
import { visibleTree } from '../src/shared/tree/visible-tree';

const ENTRIES = 100_000;
const BRANCHES = 1_000;
const PREVIEW = 'The quick brown fox jumps over the lazy dog. '.repeat(3).slice(0, 120);
const ROUNDS = 9;
/** Main-thread work that does not cost a frame. */
const FRAME_MS = 16;
const LAYOUT_MS = 60;
/** Ten times the entries may take so many times as long. */
const LAYOUT_GROWTH = 12;
const LAYOUT_BYTES = 64;
const UNFOLDED = { isFolded: false, except: new Set() };
const FOLDED = { isFolded: true, except: new Set() };

export async function benchTree(figures) {
  await benchLayout(figures);
  await benchSession(figures);
}

/** From the columns of the heads to what is drawn: children, branches, forks of two writers, what is shown, lanes. */
async function benchLayout({ timed, printTime, printNote, atMost, atMostMs, atMostBytes }) {
  const columns = columnsOf(ENTRIES);
  const many = columnsOf(10 * ENTRIES);
  // Without a collection before each, which `bestTimes` has: with it, most of the larger one would be the system handing
  // out fresh pages.
  let [layout, larger] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < 2 * ROUNDS; round++) {
    layout = Math.min(
      layout,
      timed(() => layOut(columns)),
    );
    larger = Math.min(
      larger,
      timed(() => layOut(many)),
    );
  }
  printTime(`layout of ${ENTRIES} entries, ${BRANCHES} branches`, layout, atMostMs(LAYOUT_MS, layout));
  printTime(`layout of ${10 * ENTRIES} entries`, larger, atMost(LAYOUT_GROWTH, larger / layout, ENTRIES));
  const before = await heldBytes();
  const held = layOut(many);
  const bytes = (await heldBytes()) - before;
  printNote(`memory an entry for it: ${atMostBytes(LAYOUT_BYTES, bytes / held.shown.rows.length)}`);
}

function layOut({ kinds, ...columns }) {
  const { parents } = columns;
  const shape = treeShape(parents);
  return {
    branches: findBranches(parents, kinds),
    twoWriters: twoWriterForks(parents, kinds),
    shown: visibleTree({ ...columns, shape }, null, UNFOLDED),
  };
}

function columnsOf(count) {
  const trunk = count / 2;
  const length = trunk / BRANCHES;
  const parents = new Int32Array(count);
  for (let row = 0; row < count; row++) {
    const isStart = row >= trunk && (row - trunk) % length === 0;
    parents[row] = isStart ? ((row - trunk) / length) * length : row - 1;
  }
  return {
    parents,
    kinds: Uint8Array.from(parents, (_, row) => row % 2),
    callCounts: new Uint16Array(count),
    apart: new Uint8Array(count),
  };
}

async function benchSession({ bestTimes, printTime, atMostMs, atMostBytes, printNote }) {
  const { bytes, chunks } = makeChunks();
  const beforeBytes = await heldBytes();
  const index = indexOf(chunks.map(copyOf));
  const grown = (await heldBytes()) - beforeBytes;
  const heads = { index, status: 'complete' };
  const { parents } = index;
  const end = ENTRIES - 1;
  const branches = Array.from({ length: BRANCHES }, (_, branch) => tipOf(branch));
  const { build, leaf, path, label, filter, text, fold } = await bestTimes(ROUNDS, {
    build: {
      prepare: () => indexOf(chunks),
      work: (fresh) => sessionTree({ index: fresh, status: 'complete' }),
    },
    leaf: {
      // From the newest leaf to one of the first branch, and to what its conversation lists.
      work: () => {
        const row = leafToView(parents, findBranches(parents, index.kinds), end, tipOf(0));
        const choice = { viewedLeaf: { id: index.id(row), row }, selected: null };
        const { viewedLeafRow } = resolveChoice(index, choice);
        return pathItems(index, pathTo(parents, viewedLeafRow), new Set());
      },
    },
    path: { work: () => pathItems(index, pathTo(parents, longestTip()), new Set()) },
    label: {
      // All labels by row, and the farthest entry by its id, as after reading a file again.
      work: () => {
        const labels = new Map(branches.map((row) => [row, index.preview(row)]));
        return labels.size + index.rowOf(index.id(end));
      },
    },
    filter: {
      work: () => {
        const keep = keptRows(filterTable(index, []), 'user', null);
        const shown = visibleTree(indexColumns(index), keep, UNFOLDED);
        return new ViewedPath(shown.shape.parents, shown.places[end]);
      },
    },
    text: { work: () => matchRows(index, 'lazy 99', { kindWord: () => '', labels: new Map() }) },
    fold: { work: () => visibleTree(indexColumns(index), null, FOLDED) },
  });
  const of = `${ENTRIES} entries, ${BRANCHES} branches`;
  printTime(`tree and branches of ${of}`, build, 'once a session');
  printTime('leaf switch', leaf, atMostMs(FRAME_MS, leaf));
  printTime('path to root, the longest', path, atMostMs(FRAME_MS, path));
  printTime(`${BRANCHES} labels, and an entry found by its id`, label, atMostMs(FRAME_MS, label));
  printTime('another filter', filter, atMostMs(FRAME_MS, filter));
  printTime('two words looked for', text, 'once the keys leave time for it');
  printTime('runs folded', fold, atMostMs(FRAME_MS, fold));
  sessionTree(heads);
  const withTree = (await heldBytes()) - beforeBytes;
  const each = (sum) => (sum - bytes) / ENTRIES;
  printNote(
    `memory an entry beyond its preview, ids of 36 characters: ${atMostBytes(100, each(grown))} in the index, ` +
      `${each(withTree).toFixed(0)} bytes with its tree and branches`,
  );
}

function indexColumns({ parents, callCounts, count }) {
  return { parents, callCounts, apart: new Uint8Array(count) };
}

/** What is held once all garbage is gone; buffers are let go some time after the collection that found them. */
async function heldBytes() {
  for (let round = 0; round < 3; round++) {
    globalThis.gc();
    await setTimeout(50);
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** One trunk of half of the entries, and branches of equal length that leave it at equal distances. */
function parentOf(row) {
  const trunk = ENTRIES / 2;
  if (row < trunk) return row - 1;
  const length = trunk / BRANCHES;
  return (row - trunk) % length === 0 ? ((row - trunk) / length) * length : row - 1;
}

function tipOf(branch) {
  return ENTRIES / 2 + ((branch + 1) * ENTRIES) / 2 / BRANCHES - 1;
}

function longestTip() {
  return tipOf(BRANCHES - 1);
}

/** The chunks as they come from a data process, and the bytes of their previews. */
function makeChunks() {
  const chunks = [];
  const builder = new HeadChunkBuilder(0);
  let bytes = 0;
  for (let row = 0; row < ENTRIES; row++) {
    builder.push({
      id: `01932d4e-7a10-7c3a-9e55-${String(row).padStart(12, '0')}`,
      parentRow: parentOf(row),
      kind: row % 2 === 0 ? 'user' : 'assistant',
      flags: 0,
      timeMs: 1_767_000_000_000 + row,
      sizeBytes: 1000,
      tokens: Number.NaN,
      callCount: 0,
      callRow: -1,
      preview: PREVIEW,
      toolNames: '',
    });
    bytes += PREVIEW.length;
    if (builder.isFull || row === ENTRIES - 1) chunks.push(builder.build());
  }
  return { chunks, bytes };
}

/** A chunk of its own, as structured cloning makes it. */
function copyOf(chunk) {
  return structuredClone(chunk);
}

function indexOf(chunks) {
  const index = new SessionIndex();
  for (const chunk of chunks) if (!index.append(chunk)) throw new Error('A chunk did not follow.');
  index.finish({
    type: 'end',
    entryCount: ENTRIES,
    storedLeafRow: ENTRIES - 1,
    labels: [],
    problems: [],
    problemCount: 0,
  });
  return index;
}
