import { barChart } from './png';
import { ThewayFile } from './theway-file';
import {
  tellOpening,
  tellSeparateQueues,
  tellSlidingWindow,
  tellTokenBucket,
} from './theway-sample-chapters';
import { ThewayStory } from './theway-story';

const START_MS = Date.UTC(2026, 2, 12, 9, 2, 0);
const SESSION_ID = '019ce1b4-6a40-7c52-9d1e-5b7f0a3c8e11';
const FOLDER = '/home/dev/export-service';

/** Slots taken over a minute by one tenant and by all others, before and after. */
const BEFORE = barChart(72, [
  { values: [0.2, 0.9, 1, 1, 1, 1, 0.95, 1, 1, 0.9, 0.5, 0.2], colour: [181, 101, 29] },
  { values: [0.5, 0.1, 0, 0, 0, 0.05, 0, 0, 0, 0.1, 0.4, 0.6], colour: [15, 107, 92] },
]);
const AFTER = barChart(72, [
  { values: [0.2, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.2], colour: [181, 101, 29] },
  { values: [0.5, 0.6, 0.55, 0.6, 0.6, 0.58, 0.6, 0.6, 0.57, 0.6, 0.6, 0.6], colour: [15, 107, 92] },
]);

/** Writes the theway sample: one developer, one agent, and the roads they tried. */
export function writeThewaySample(path: string): void {
  const story = new ThewayStory(START_MS);
  const fork = tellOpening(story, BEFORE);
  tellSlidingWindow(story);
  story.moveTo(fork);
  const bucket = tellTokenBucket(story, AFTER);
  story.moveTo(fork);
  tellSeparateQueues(story);
  story.moveTo(bucket);

  const file = new ThewayFile(path);
  file.setMeta({
    id: SESSION_ID,
    createdAt: new Date(START_MS).toISOString(),
    cwd: FOLDER,
    path: `${FOLDER}/.theway/${SESSION_ID}.db`,
    binding: { clientKey: 'terminal', runtime: { workDir: FOLDER, thinking: true } },
  });
  file.append(story.entries);
  file.close();
}
