import type { ThewayStory } from './theway-story';

// The story of the theway sample. Each chapter tells one road; together they show every kind of entry
// that Ramify draws, so that a first look at the sample is a first look at the app.

/** The question and a first look at the code; gives the entry at which the roads part. */
export function tellOpening(story: ThewayStory, chart: Buffer): string {
  story.other('session_info', { name: 'Fair turns for the export queue' });
  story.model('anthropic', 'claude-sonnet-4-5');
  story.other('thinking_level_change', { thinkingLevel: 'medium' });
  story.user(
    'When one tenant starts a full export, everyone else waits until it is through. The chart shows a minute of this morning: brown is that tenant, green is all the others. I want a limit per tenant that does not slow anybody down while the queue is quiet.',
    chart,
  );
  story.assistant({
    thinking:
      'The chart shows the slots saturated by one tenant for about 40 seconds. First I need to know where jobs are handed to workers, and whether the tenant is known at that point.',
    text: 'The green bars vanish exactly while the brown ones touch the top, so it is the order of hand-out and not the size of the jobs. I will look at how workers get their next job.',
    calls: [
      { tool: 'read', arguments: { path: 'src/queue/worker.ts' } },
      { tool: 'grep', arguments: { pattern: 'queue\\.next\\(', path: 'src', glob: '*.ts' } },
    ],
    outcomes: [
      {
        text: [
          "import { setTimeout as sleep } from 'node:timers/promises';",
          "import type { JobQueue } from './queue';",
          '',
          'export async function work(queue: JobQueue, signal: AbortSignal): Promise<void> {',
          '  while (!signal.aborted) {',
          '    const job = await queue.next();',
          '    if (!job) {',
          '      await sleep(250);',
          '      continue;',
          '    }',
          '    await job.run();',
          '  }',
          '}',
        ].join('\n'),
      },
      {
        text: 'src/queue/worker.ts:6:    const job = await queue.next();\nsrc/queue/drain.ts:19:  for (let job = await queue.next(); job; job = await queue.next()) {',
      },
    ],
  });
  story.assistant({
    text: 'Two places take jobs, and neither looks at the tenant. Before changing anything I will see what the tests promise today.',
    calls: [{ tool: 'bash', arguments: { command: 'npm test -- queue', timeout: 120 } }],
    outcomes: [
      {
        text: ' ✓ hands out jobs in the order they came (4 ms)\n ✓ gives nothing when empty (1 ms)\n ✓ drains on shutdown (11 ms)\n\n Tests  3 passed (3)\n Time   1.92 s',
        details: { exitCode: 0, durationMs: 2410 },
      },
    ],
  });
  const plan = story.assistant({
    text: [
      'There are three ways that fit this code:',
      '',
      '1. **Sliding window**: count the starts of each tenant over the last seconds.',
      '2. **Token bucket**: each tenant earns starts at a steady rate and may save up a few.',
      '3. **One queue per tenant**: take turns between queues.',
      '',
      '| | memory per tenant | keeps order | quiet queue stays fast |',
      '|---|---|---|---|',
      '| window | one time per start | no | yes |',
      '| bucket | two numbers | yes | yes |',
      '| queues | a queue | yes | yes |',
      '',
      'I would start with the window, since it is the smallest change.',
    ].join('\n'),
  });
  story.label(plan, 'three ways');
  return plan;
}

/** The first road: a sliding window, given up. */
export function tellSlidingWindow(story: ThewayStory): void {
  story.user('Fine, try the window. Ten seconds, at most twenty starts.');
  story.assistant({
    thinking: 'A ring of start times per tenant. Old ones fall out when the next start is asked for.',
    text: 'A small class of its own, so that it can be tested without a queue.',
    calls: [
      {
        tool: 'write',
        arguments: {
          path: 'src/queue/sliding-window.ts',
          content:
            'export class SlidingWindow {\n  readonly #starts = new Map<string, number[]>();\n\n  constructor(readonly limit: number, readonly spanMs: number) {}\n\n  tryStart(tenantId: string, nowMs: number): boolean {\n    const recent = (this.#starts.get(tenantId) ?? []).filter((at) => at > nowMs - this.spanMs);\n    if (recent.length >= this.limit) return false;\n    recent.push(nowMs);\n    this.#starts.set(tenantId, recent);\n    return true;\n  }\n}\n',
        },
      },
      {
        tool: 'edit',
        arguments: {
          path: 'src/queue/worker.ts',
          oldText: '    await job.run();',
          newText:
            '    if (!window.tryStart(job.tenantId, Date.now())) {\n      queue.defer(job);\n      continue;\n    }\n    await job.run();',
        },
      },
    ],
    outcomes: [
      { text: 'Wrote 15 lines to src/queue/sliding-window.ts' },
      { text: 'Replaced 1 occurrence in src/queue/worker.ts', details: { added: 4, removed: 0 } },
    ],
  });
  story.assistant({
    calls: [{ tool: 'bash', arguments: { command: 'npm test -- queue', timeout: 120 } }],
    outcomes: [
      {
        text: ' ✓ hands out jobs in the order they came (4 ms)\n ✗ keeps the order of a deferred job (22 ms)\n   expected [ "a1", "a2", "a3" ]\n   received [ "a2", "a3", "a1" ]\n   at src/queue/worker.test.ts:58:31\n\n Tests  1 failed, 3 passed (4)',
        isError: true,
        details: { exitCode: 1, durationMs: 3320 },
      },
    ],
  });
  const measured = story.assistant({
    text: 'A deferred job goes to the end, so a tenant at its limit overtakes itself. Let me also measure what the window does at its border.',
    calls: [
      { tool: 'bash', arguments: { command: 'node bench/burst.js --tenants 2 --seconds 30', timeout: 60 } },
      { tool: 'read', arguments: { path: 'bench/burst.js' } },
    ],
    outcomes: [
      {
        text: 'second  10: tenant A 20 starts\nsecond  11: tenant A  0 starts\n...\nsecond  20: tenant A 20 starts\nlongest pause of tenant A: 9.6 s',
        details: { exitCode: 0 },
      },
    ],
  });
  story.label(measured, 'window has gaps');
  story.assistant({
    text: 'The limit holds, but as bursts with a pause of almost ten seconds between them. That is worse for the tenant than',
    stopReason: 'aborted',
  });
  story.other('custom', {
    customType: 'note',
    data: { author: 'developer', text: 'stopped it here, this is not what we want' },
  });
}

/** The second road: a token bucket, which is kept; gives the entry at its end. */
export function tellTokenBucket(story: ThewayStory, chart: Buffer): string {
  story.other('branch_summary', {
    fromId: story.leaf ?? '',
    summary:
      'A sliding window of ten seconds was tried. It held the limit, but let a tenant start in bursts with pauses of 9.6 s between them, and deferred jobs lost their order. It was given up.',
  });
  const start = story.user(
    'The window is too jumpy. Use a token bucket, refilled by the clock, and keep deferred jobs in order.',
  );
  story.label(start, 'token bucket');
  story.other('thinking_level_change', { thinkingLevel: 'high' });
  story.assistant({
    thinking:
      'Two numbers per tenant: tokens, and when they were last counted. Refill on demand, so that no timer is needed. Order: a deferred job must go back to the head of its tenant, so the queue needs to know which tenants are waiting.',
    text: 'With a bucket, a tenant that was quiet may start a few jobs at once and then goes on at a steady pace. For the order, a deferred job returns to the head of its own tenant and not to the end of the queue.',
    calls: [
      {
        tool: 'write',
        arguments: {
          path: 'src/queue/token-bucket.ts',
          content:
            'export interface BucketOptions {\n  readonly perSecond: number;\n  readonly burst: number;\n}\n\nexport class TokenBucket {\n  #tokens: number;\n  #countedMs: number;\n\n  constructor(readonly options: BucketOptions, nowMs: number) {\n    this.#tokens = options.burst;\n    this.#countedMs = nowMs;\n  }\n\n  tryTake(nowMs: number): boolean {\n    const earned = ((nowMs - this.#countedMs) / 1000) * this.options.perSecond;\n    this.#tokens = Math.min(this.options.burst, this.#tokens + earned);\n    this.#countedMs = nowMs;\n    if (this.#tokens < 1) return false;\n    this.#tokens -= 1;\n    return true;\n  }\n}\n',
        },
      },
      { tool: 'read', arguments: { path: 'src/queue/queue.ts', offset: 20, limit: 40 } },
    ],
    outcomes: [
      { text: 'Wrote 24 lines to src/queue/token-bucket.ts' },
      {
        text: '  /** Puts a job back. */\n  defer(job: Job): void {\n    this.#jobs.push(job);\n  }\n\n  async next(): Promise<Job | null> {\n    return this.#jobs.shift() ?? null;\n  }',
      },
    ],
  });
  story.assistant({
    text: '`defer` pushes to the end. I will give the queue a place for those who wait.',
    calls: [
      {
        tool: 'edit',
        arguments: {
          path: 'src/queue/queue.ts',
          oldText: '    this.#jobs.push(job);',
          newText:
            '    const waiting = this.#waiting.get(job.tenantId) ?? [];\n    this.#waiting.set(job.tenantId, [job, ...waiting]);',
        },
      },
    ],
    outcomes: [
      {
        text: 'The text to replace occurs 2 times in src/queue/queue.ts (lines 24 and 41). Add more of its surroundings.',
        isError: true,
      },
    ],
  });
  story.assistant({
    text: 'The same line stands in `add`. With the line above it, it is unique.',
    calls: [
      {
        tool: 'edit',
        arguments: {
          path: 'src/queue/queue.ts',
          oldText: '  defer(job: Job): void {\n    this.#jobs.push(job);',
          newText:
            '  defer(job: Job): void {\n    const waiting = this.#waiting.get(job.tenantId) ?? [];\n    this.#waiting.set(job.tenantId, [job, ...waiting]);',
        },
      },
      { tool: 'bash', arguments: { command: 'npm test -- queue token-bucket', timeout: 120 } },
    ],
    outcomes: [
      { text: 'Replaced 1 occurrence in src/queue/queue.ts', details: { added: 2, removed: 1 } },
      {
        text: ' ✓ starts a burst, then keeps the pace (6 ms)\n ✓ earns nothing while the clock stands still (1 ms)\n ✓ keeps the order of a deferred job (5 ms)\n ✓ drains waiting jobs on shutdown (14 ms)\n\n Tests  7 passed (7)\n Time   2.31 s',
        details: { exitCode: 0, durationMs: 2870 },
      },
    ],
  });
  const kept = story.user('Good. How does a minute like this morning look with it?');
  story.assistant({
    calls: [
      { tool: 'bash', arguments: { command: 'node bench/replay.js --from 08:40 --chart', timeout: 90 } },
    ],
    outcomes: [
      {
        text: 'replayed 412 jobs of 31 tenants\nslowest wait of the others: 0.8 s (was 41.3 s)\nchart: bench/out/replay.png',
        png: chart,
        details: { exitCode: 0 },
      },
    ],
  });
  story.assistant({
    text: 'The large tenant now keeps to 40 % of the slots, and the others wait **0.8 s** at most, where they waited 41.3 s. The whole export of that tenant takes 12 % longer.',
  });
  story.other('compaction', {
    summary:
      'Goal: a limit per tenant for the export queue. A sliding window was given up (bursts, lost order). A token bucket in src/queue/token-bucket.ts is in place, `defer` keeps the order of a tenant, 7 tests pass, a replay of the morning shows waits of 0.8 s instead of 41.3 s.',
    firstKeptEntryId: kept,
    tokensBefore: 9412,
    details: {
      readFiles: ['src/queue/worker.ts', 'src/queue/queue.ts'],
      modifiedFiles: ['src/queue/queue.ts', 'src/queue/token-bucket.ts'],
    },
  });
  story.model('anthropic', 'claude-haiku-4-5');
  story.other('extension', {
    extension: {
      extensionId: 'todo-list',
      stateSchemaVersion: 1,
      originSequence: 1,
      entry: {
        kind: 'state_mutation',
        key: 'open',
        mutation: {
          operation: 'set',
          value: ['read the limit from the settings', 'a line in the changelog'],
        },
      },
    },
  });
  story.user('Take the limit from the settings, and write a line for the changelog.');
  story.assistant({
    calls: [
      { tool: 'grep', arguments: { pattern: 'EXPORT_', path: 'src/settings.ts' } },
      { tool: 'read', arguments: { path: 'CHANGES.md', limit: 6 } },
    ],
    outcomes: [
      {
        text: '12:  EXPORT_WORKERS: integer(1, 64).default(8),\n13:  EXPORT_TIMEOUT_S: integer(1, 3600).default(600),',
      },
      { text: 'No such file: CHANGES.md. Did you mean CHANGELOG.md?', isError: true },
    ],
  });
  story.assistant({
    calls: [
      {
        tool: 'edit',
        arguments: {
          path: 'src/settings.ts',
          oldText: '  EXPORT_TIMEOUT_S: integer(1, 3600).default(600),',
          newText:
            '  EXPORT_TIMEOUT_S: integer(1, 3600).default(600),\n  EXPORT_STARTS_PER_SECOND: decimal(0.1, 100).default(2),\n  EXPORT_BURST: integer(1, 500).default(10),',
        },
      },
      {
        tool: 'edit',
        arguments: {
          path: 'CHANGELOG.md',
          oldText: '## Unreleased\n',
          newText: '## Unreleased\n\n- A tenant with many exports no longer keeps the others waiting.\n',
        },
      },
    ],
    outcomes: [
      { text: 'Replaced 1 occurrence in src/settings.ts', details: { added: 2, removed: 0 } },
      { text: 'Replaced 1 occurrence in CHANGELOG.md', details: { added: 2, removed: 0 } },
    ],
  });
  story.other('custom_message', {
    customType: 'ci',
    content: 'Pipeline 2291 passed: lint, types, 214 tests, image.',
    display: true,
    details: { pipeline: 2291, durationSeconds: 184 },
  });
  const done = story.assistant({
    text: 'Both settings are read at start, with two starts a second and bursts of ten as the default. All 214 tests pass. What is left is to watch it for a day with the real load.',
  });
  story.label(done, 'ready for review');
  return done;
}

/** The third road: one queue per tenant, with a side question that becomes a branch of its own, and a branch for the docs. */
export function tellSeparateQueues(story: ThewayStory): void {
  story.user('Just to compare: what would one queue per tenant look like?');
  const answer = story.assistant({
    thinking: 'Turns between queues need someone who takes turns: a ring of tenants with work.',
    text: 'Then the hand-out becomes a ring of tenants that have work, and each turn takes one job:\n\n```ts\nconst tenantId = ring.shift();\nconst job = queues.get(tenantId)?.shift();\nif (queues.get(tenantId)?.length) ring.push(tenantId);\n```\n\nIt needs no clock and no settings, but all who put jobs into the queue would have to change.',
    calls: [{ tool: 'grep', arguments: { pattern: 'queue\\.add\\(', path: 'src', glob: '*.ts' } }],
    outcomes: [{ text: '23 matches in 14 files' }],
  });
  const size = story.assistant({
    text: '23 places in 14 files add jobs. I would not do that for this ticket.',
  });
  story.user('And what would it cost in memory?');
  story.assistant({
    text: 'About 2 kB a tenant, so 24 MB with the 12,000 tenants of the largest installation.',
  });
  story.moveTo(size);
  story.user('Could a weight per tenant be added to it later?');
  story.assistant({
    errorMessage: 'The provider answered 529: overloaded. Try again in a moment.',
    stopReason: 'error',
  });
  story.assistant({
    text: 'Yes. A tenant with weight three stands in the ring three times, and nothing else changes.',
    calls: [
      {
        tool: 'write',
        arguments: {
          path: 'docs/decisions/0007-turns.md',
          content:
            '# 7. Turns between tenants\n\nNot now. A ring of tenants is the way to go if weights are ever needed.\n',
        },
      },
    ],
    outcomes: [{ text: 'Wrote 3 lines to docs/decisions/0007-turns.md' }],
  });
  story.label(answer, 'kept for later');
}
