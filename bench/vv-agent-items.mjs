// The items that the vv-agent benchmarks write and read: what a coding agent stores, made anew in the same way each time.

const WORDS =
  'the of a to in is it that for on with as this be by are from at an or was not which but have has they you we all can will one more if when then out up into only some could new other than first also after use two how our work well way even want because any these give day most us file test build error line value function return type class import path branch commit parse token buffer stream'.split(
    ' ',
  );
const CODE_LINES = [
  'export function readItems(text: string): readonly Item[] {',
  '  const found = text.split(\'\\n\').filter((line) => line !== "");',
  '  if (found.length === 0) return [];',
  '  return found.map((line) => JSON.parse(line));',
  '}',
  '\tat processTicksAndRejections (node:internal/process/task_queues:95:5)',
  '  12 |   "version": "2.4.1",',
  "src/store/session.ts:118:22 - error TS2345: Argument of type 'string' is not assignable.",
  'drwxr-xr-x  14 user user   4096 Mar  1 10:00 node_modules',
];

/** Endless items of 1.3 kB mean as plain wire objects: questions, answers with tool calls, results. */
export function* makeItems() {
  const random = randomNumbers(20260301);
  for (let turn = 0; ; turn++) {
    yield { role: 'user', content: prose(random, 60 + random(200)) };
    for (let step = 0; step < 3; step++) yield* toolStep(random, `${turn}_${step}`);
    yield { role: 'assistant', content: prose(random, 100 + random(300)) };
  }
}

function* toolStep(random, id) {
  const calls = Array.from({ length: 1 + random(2) }, (_, index) => toolCall(random, `${id}_${index}`));
  yield {
    role: 'assistant',
    content: prose(random, 20 + random(100)),
    tool_calls: calls,
    ...(random(2) === 0 ? { reasoning_content: prose(random, 80 + random(140)) } : {}),
    ...(random(3) === 0 ? { metadata: usage(random) } : {}),
  };
  for (const call of calls)
    yield {
      role: 'tool',
      content: output(random, 8 + random(42)),
      tool_call_id: call.id,
      ...(random(4) === 0 ? { metadata: { duration_ms: random(90_000) / 10, exit_code: 0 } } : {}),
    };
}

function toolCall(random, id) {
  const path = `src/${pick(random, WORDS)}/${pick(random, WORDS)}-${random(100)}.ts`;
  const args = [
    () => ({ path, start_line: random(400), end_line: 400 + random(400), reason: prose(random, 10) }),
    () => ({
      command: `grep -rn "${pick(random, WORDS)}" ${path} | head -${random(50)}`,
      description: prose(random, 18),
    }),
    () => ({ edits: [{ find: pick(random, CODE_LINES), put: pick(random, CODE_LINES) }], path }),
  ];
  return {
    id: `call_${id}`,
    type: 'function',
    function: {
      name: pick(random, ['read_file', 'run', 'edit']),
      arguments: JSON.stringify(pick(random, args)()),
    },
  };
}

function usage(random) {
  return {
    cost: random(100_000) / 1e6,
    model: 'planner-large',
    usage: { cached_tokens: random(4000), input_tokens: random(40_000), output_tokens: random(2000) },
  };
}

/** Words with now and then a sign beyond ASCII, as people and models write. */
function prose(random, words) {
  const text = Array.from({ length: words }, () => pick(random, WORDS)).join(' ');
  return random(8) === 0 ? `${text} – naïve “quotes” ✓` : text;
}

function output(random, lines) {
  return Array.from({ length: lines }, () => pick(random, CODE_LINES)).join('\n');
}

function pick(random, list) {
  return list[random(list.length)];
}

/** Whole numbers below a limit, the same ones each time. */
function randomNumbers(seed) {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
