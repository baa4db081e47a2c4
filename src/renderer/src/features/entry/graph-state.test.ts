import { describe, expect, it } from 'vitest';
import { graphStateOf } from './graph-state';

describe('the state of a session graph', () => {
  it('becomes lists of dags and sub-agents, each by its name and how it stands', () => {
    const state = graphStateOf(
      `{"dags":[{"id":"d1","title":"Ship it","status":"running","nodes":[{"id":"a","status":"done"},{"id":"b"}],"cost":1.0}],
        "subagents":[{"agent":"scout","state":"idle"},{"depth":2},"plain"],"version":3}`,
    );
    expect(state).toEqual({
      dags: [
        {
          name: 'Ship it',
          status: 'running',
          details: [
            { name: 'id', value: 'd1' },
            { name: 'nodes', value: 'a (done), b' },
            { name: 'cost', value: '1.0' },
          ],
        },
      ],
      subagents: [
        { name: 'scout', status: 'idle', details: [] },
        { name: '2', status: null, details: [{ name: 'depth', value: '2' }] },
        { name: 'plain', status: null, details: [] },
      ],
      rest: '{"version":3}',
    });
  });

  it('is shown as it is where it is of another shape', () => {
    for (const json of ['{"dags":[]}', '{"dags":{},"subagents":[]}', '[]', 'no JSON'])
      expect(graphStateOf(json)).toBeNull();
  });

  it('cuts what is long, and keeps a list of other things as JSON', () => {
    const state = graphStateOf(
      `{"dags":[{"id":"x","edges":[["a","b"]],"log":"${'y'.repeat(5000)}"}],"subagents":[]}`,
    );
    expect(state?.dags[0]?.details[0]).toEqual({ name: 'edges', value: '[["a","b"]]' });
    expect(state?.dags[0]?.details[1]?.value.length).toBe(300);
  });
});
