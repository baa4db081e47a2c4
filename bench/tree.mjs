// What the page does on its main thread with a large session: its own functions, run by Node. Imports the sources, so
// run.mjs bundles it.
import { setTimeout } from 'node:timers/promises';
import { leafToView, resolveChoice } from '../src/renderer/src/app/view-state';
import { sessionTree } from '../src/renderer/src/features/entry/session-tree';
import { HeadChunkBuilder } from '../src/shared/model/head-chunk-builder';
import { findBranches } from '../src/shared/tree/branches';
import { pathItems } from '../src/shared/tree/path-items';
import { SessionIndex } from '../src/shared/tree/session-index';
import { pathTo } from '../src/shared/tree/shape';

const ENTRIES = 100_000;
const BRANCHES = 1_000;
const PREVIEW = 'The quick brown fox jumps over the lazy dog. '.repeat(3).slice(0, 120);
const ROUNDS = 9;
/** Main-thread work that does not cost a frame. */
const FRAME_MS = 16;

export async function benchTree({ bestTimes, printTime, atMostMs, atMostBytes, printNote }) {
  const { bytes, chunks } = makeChunks();
  const beforeBytes = await heldBytes();
  const index = indexOf(chunks.map(copyOf));
  const grown = (await heldBytes()) - beforeBytes;
  const heads = { index, status: 'complete' };
  const { parents } = index;
  const end = ENTRIES - 1;
  const branches = Array.from({ length: BRANCHES }, (_, branch) => tipOf(branch));
  const { build, leaf, path, label } = await bestTimes(ROUNDS, {
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
  });
  const of = `${ENTRIES} entries, ${BRANCHES} branches`;
  printTime(`tree and lanes of ${of}`, build, 'once a session');
  printTime('leaf switch', leaf, atMostMs(FRAME_MS, leaf));
  printTime('path to root, the longest', path, atMostMs(FRAME_MS, path));
  printTime(`${BRANCHES} labels, and an entry found by its id`, label, atMostMs(FRAME_MS, label));
  sessionTree(heads);
  const withTree = (await heldBytes()) - beforeBytes;
  const each = (sum) => (sum - bytes) / ENTRIES;
  printNote(
    `memory an entry beyond its preview, ids of 36 characters: ${atMostBytes(100, each(grown))} in the index, ` +
      `${each(withTree).toFixed(0)} bytes with its tree and lanes`,
  );
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
