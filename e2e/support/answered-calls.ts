import type { Call } from './tools';

/** Calls whose cards set out what came back: pages, searches, listings, sub-agents, and a tool nobody knows. */
export const ANSWERED_CALLS: readonly Call[] = [
  {
    name: 'web_search',
    arguments: { query: 'round half even money', count: 3 },
    output: 'Found 3 pages.',
    details: {
      query: 'round half even money',
      results: [
        {
          title: 'Rounding in accounting',
          url: 'https://example.org/rounding',
          snippet: 'A sum is rounded once, after the taxes, never each line of it.',
        },
        { title: 'A page with \u202ea name', url: 'https://example.com/half-even' },
        { title: 'Not a page', url: 'javascript:alert(1)' },
      ],
    },
  },
  {
    name: 'web_fetch',
    arguments: { url: 'https://example.org/rounding', prompt: 'When is a sum rounded?' },
    output: '# Rounding\n\nA sum is rounded **once**:\n\n- after the taxes\n- to the cent',
    details: { url: 'https://example.org/rounding', status: 200, content_type: 'text/html', bytes: 18_234 },
  },
  { name: 'ls', arguments: { path: 'src' }, output: 'cart.ts\nmoney/\npage.ts\nstyles/\n(2 more entries)' },
  {
    name: 'find',
    arguments: { glob: '**/*.test.ts' },
    output: 'src/cart.test.ts\nsrc/money/round.test.ts\n',
    details: { paths: ['src/cart.test.ts', 'src/money/round.test.ts'], limit: 100, stopped_at_limit: false },
  },
  {
    name: 'subagent',
    arguments: {
      description: 'Find where cents are lost',
      prompt: 'Read `src/money` and say **where** cents are lost. Change nothing.',
      subagent_type: 'explorer',
      max_iterations: 12,
    },
    output: '## Found\n\nIn `round.ts`, line 14:\n\n```ts\nreturn Math.floor(cents) / 100;\n```',
    details: { sessionId: 'id-explorer', subagent_type: 'explorer' },
  },
  {
    name: 'deploy_preview',
    arguments: {
      branch: 'rounding',
      replicas: 2,
      isPublic: false,
      env: { NODE_ENV: 'production', CURRENCY: 'EUR' },
      notes: 'First line.\nSecond line.',
      payload: '{"order": 12345678901234567890}',
    },
    output: '{"url": "https://example.com/preview", "builds": [{"id": 7, "ok": true}]}',
  },
];
