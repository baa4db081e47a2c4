import { parsePayload } from '../../shared/vv-agent/payload-json';
import { readItemNodeStrict } from '../../shared/vv-agent/strict-reader';
import { writeItem } from '../../shared/vv-agent/writer';
import { barChart } from './png';
import { VvAgentFile } from './vv-agent-file';

/** A message as JSON text, so that numbers can be told digit by digit. */
type ItemJson = string;

const WATCH = 'watch-disk-usage';
const NOTES = 'release-notes';

const CHART = barChart(64, [
  { values: [0.41, 0.44, 0.46, 0.52, 0.61, 0.7, 0.78, 0.86], colour: [47, 95, 179] },
]);

/**
 * Writes the vv-agent sample: two sessions whose items interleave, two commits that are all there, one item
 * added without a commit, and one commit whose item was popped.
 */
export function writeVvAgentSample(path: string): void {
  const file = new VvAgentFile(path);
  file.commit(WATCH, `${WATCH}/1`, payloadsOf(DISK_USAGE));
  file.add(NOTES, payloadsOf([NOTES_QUESTION]));
  file.commit(NOTES, `${NOTES}/1`, payloadsOf(NOTES_ANSWER));
  file.commit(WATCH, `${WATCH}/2`, payloadsOf([WATCH_SECOND_THOUGHT]));
  file.pop(WATCH);
  file.close();
}

const DISK_USAGE: readonly ItemJson[] = [
  message({
    role: 'system',
    content: 'You watch the disks of a small cluster. Say what you see before you act.',
  }),
  message({ role: 'user', content: 'The backup host warned again. What fills it up?' }),
  message({
    role: 'assistant',
    content: '',
    name: 'planner',
    tool_calls: [
      call(
        'call_usage',
        'disk_usage',
        '{"host":"backup-2","days":8}',
        '{"provider":{"cached":false,"step":1}}',
      ),
      call('call_largest', 'largest_folders', '{"host":"backup-2","path":"/srv","limit":3}'),
    ],
    reasoning_content:
      'The warning names a share and no folder. First the course of the last days, then the largest folders, before anything is removed.',
  }),
  message({
    role: 'tool',
    content: 'usage of /srv by day: 41 %, 44 %, 46 %, 52 %, 61 %, 70 %, 78 %, 86 %',
    name: 'disk_usage',
    tool_call_id: 'call_usage',
    image_url: `data:image/png;base64,${CHART.toString('base64')}`,
  }),
  message({
    role: 'tool',
    content: '/srv/snapshots 5.1 TB\n/srv/archive 1.9 TB\n/srv/tmp 0.2 TB',
    name: 'largest_folders',
    tool_call_id: 'call_largest',
  }),
  // Written as text: as JavaScript's numbers these would not survive.
  '{"role":"assistant","content":"Snapshots grew by **8 % a day** since the new schedule keeps hourly ones for a week. At this pace the host is full the day after tomorrow.","metadata":{"share":0.86,"growth":8.0,"bytes_free":1407374883553280,"threshold":1e-6,"forecast":1.5e+300,"next_check":18446744073709551616,"zero":-0.0}}',
];

const NOTES_QUESTION = message({
  role: 'user',
  content: 'Write the notes for release 4.2 from the merged changes.',
});

const NOTES_ANSWER: readonly ItemJson[] = [
  message({
    role: 'assistant',
    content: '',
    tool_calls: [call('call_log', 'merged_changes', '{"from":"v4.1","to":"v4.2"}')],
  }),
  message({
    role: 'tool',
    content: '#812 keep the order of exports\n#815 limit per tenant\n#821 smaller images',
    name: 'merged_changes',
    tool_call_id: 'call_log',
  }),
  message({
    role: 'assistant',
    content:
      '## 4.2\n\n- Exports of a tenant keep their order.\n- A tenant with many exports no longer keeps the others waiting.\n- Container images are 40 % smaller.',
    reasoning_content: 'Three changes, all of them visible to users.',
    metadata: { sources: ['#812', '#815', '#821'], language: 'en' },
  }),
];

const WATCH_SECOND_THOUGHT = message({
  role: 'assistant',
  content: 'Shall I thin the hourly snapshots out to daily ones right away?',
});

function call(id: string, name: string, args: string, extraContent?: string): unknown {
  return {
    id,
    type: 'function',
    function: { name, arguments: args },
    ...(extraContent ? { extra_content: JSON.parse(extraContent) } : {}),
  };
}

function message(fields: Readonly<Record<string, unknown>>): ItemJson {
  return JSON.stringify(fields);
}

/** The texts as the store would write them: in normal form, and only what the strict rules allow. */
function payloadsOf(items: readonly ItemJson[]): string[] {
  return items.map((text) => {
    const parsed = parsePayload(text);
    const read = parsed.ok ? readItemNodeStrict(parsed.node) : null;
    const written = read?.ok ? writeItem(read.item) : null;
    if (!written?.ok) throw new Error(`Not an item: ${text}`);
    return written.text;
  });
}
