// The map beside the tree: mapped and painted from the columns of a large session, by Node. Imports the sources, so
// run.mjs bundles it.
import { overviewGeometry, paintOverview } from '../src/renderer/src/features/tree/overview-paint';
import { findBranches } from '../src/shared/tree/branches';
import { overviewMap } from '../src/shared/tree/overview-map';
import { pathTo } from '../src/shared/tree/shape';
import { visibleTree } from '../src/shared/tree/visible-tree';

const ENTRIES = 100_000;
const BRANCHES = 1_000;
const OVERVIEW_MS = 8;
/** Of a window 800 px high, on a screen with two pixels to each. */
const HEIGHT = 1600;
const SCALE = 2;
const LINE_PX = 4 * SCALE;
/** Any will do. */
const COLOURS = { lanes: [1, 2, 3, 4, 5, 6, 7, 8], problem: 9, error: 10, label: 11 };

export async function benchOverview({ bestTimes, printTime, atMostMs }) {
  // One trunk of half of the entries, and branches of equal length that leave it at equal distances.
  const trunk = ENTRIES / 2;
  const length = trunk / BRANCHES;
  const parents = Int32Array.from({ length: ENTRIES }, (_, row) =>
    row >= trunk && (row - trunk) % length === 0 ? row - trunk : row - 1,
  );
  const kinds = Uint8Array.from(parents, (_, row) => row % 2);
  const columns = { parents, callCounts: new Uint16Array(ENTRIES), apart: new Uint8Array(ENTRIES) };
  const shown = visibleTree(columns, null, { isFolded: false, except: new Set() });
  const { numbers } = findBranches(parents, kinds);
  const labelRows = Array.from({ length: BRANCHES }, (_, branch) => branch * length);

  function draw() {
    const path = pathTo(shown.shape.parents, ENTRIES - 1);
    const source = { shown, numbers, kinds, flags: new Uint8Array(ENTRIES), path, labelRows };
    const map = overviewMap(source, HEIGHT, LINE_PX);
    const geometry = overviewGeometry(shown.layout.laneCount);
    const width = geometry.widthPx * SCALE;
    const pixels = new Uint32Array(width * map.height);
    paintOverview(map, pixels, width, SCALE, geometry, COLOURS);
    return pixels;
  }

  const { overview } = await bestTimes(9, {
    overview: {
      // While a session is read, the map has been drawn many times by the time all entries are there; the collections
      // between the rounds would make each of them the first again.
      prepare: () => {
        for (let time = 0; time < 12; time++) draw();
      },
      work: draw,
    },
  });
  printTime(
    `overview of ${ENTRIES} entries, ${BRANCHES} branches`,
    overview,
    atMostMs(OVERVIEW_MS, overview),
  );
}
