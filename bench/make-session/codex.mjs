import { question, sourceText } from '../session.mjs';
import { base64Text, imageFor, partsOf, textOf, uuidFrom } from './said.mjs';

const CWD = '/home/dev/shop';
const WINDOW = 258_400;
const INSTRUCTION_CHARS = 20_000;
/** How many entries there are from one compaction to the next, about, and the questions that are kept by it. */
const ENTRIES_A_COMPACTION = 200;
const KEPT_QUESTIONS = 60;

/** A rollout of Codex 0.171, whose items come with events that say the same. Its files have no branches. */
export function codexSession({ random, clock, write }) {
  const threadId = uuidFrom(random);
  const questions = [];
  const total = usageOf(0, 0, 0);
  let ordinal = 0;
  let sequence = 0;
  let itemCount = 0;
  let entryCount = 0;
  let compactedAt = 0;
  let turnId = null;
  let turnStartedMs = 0;
  let lastUsage = total;
  let openCalls = 0;
  let calls = new Map();
  let time = '';

  const record = (type, payload, more = {}) => {
    write({ timestamp: time, ordinal: ordinal++, type, payload, ...more });
  };
  const event = (payload) => record('event_msg', payload);
  const completed = (item) => {
    const atMs = clock.nowMs();
    event({
      type: 'item_completed',
      thread_id: threadId,
      turn_id: turnId,
      item,
      started_at_ms: atMs,
      completed_at_ms: atMs,
    });
  };
  const item = (fields, kinds) => {
    const told = { turn_id: turnId, ...(kinds === undefined ? {} : { content_item_kinds: kinds }) };
    const payload = { ...fields, internal_chat_message_metadata_passthrough: told };
    record('response_item', payload, { metadata: { history_sequence: ++sequence } });
  };
  const itemId = (prefix) => `${prefix}_${(itemCount++).toString(16).padStart(12, '0')}`;
  const message = (role, text, kinds) =>
    item({ type: 'message', id: itemId('msg'), role, content: [{ type: 'input_text', text }] }, kinds);

  const say = (text, phase) => {
    const id = itemId('msg');
    completed({ type: 'AgentMessage', id, content: [{ type: 'Text', text }] });
    const content = [{ type: 'output_text', text }];
    item({ type: 'message', id, role: 'assistant', content, phase }, ['unknown']);
  };

  /** The record of what a request has used. */
  const use = ({ input, output, cacheRead }) => {
    lastUsage = usageOf(input + cacheRead, cacheRead, output);
    for (const key of Object.keys(total)) total[key] += lastUsage[key];
    record('token_usage_record', {
      thread_id: threadId,
      turn_id: turnId,
      session_id: threadId,
      root_turn_id: turnId,
      response_id: itemId('resp'),
      usage: lastUsage,
      turn_token_usage: lastUsage,
      thread_token_usage: { ...total },
    });
  };
  const count = (last) => {
    const info = { total_token_usage: { ...total }, last_token_usage: last, model_context_window: WINDOW };
    event({ type: 'token_count', info, rate_limits: null });
  };

  const turnEnd = () => ({
    started_at: Math.floor(turnStartedMs / 1000),
    completed_at: Math.floor(clock.nowMs() / 1000),
  });
  const finishTurn = () => {
    if (turnId === null) return;
    time = clock.next();
    const text = sourceText(random, 300 + random() * 900);
    say(text, 'final_answer');
    use({ input: 1_400, output: 210, cacheRead: 53_000 });
    count(lastUsage);
    event({
      type: 'task_complete',
      turn_id: turnId,
      root_turn_id: turnId,
      last_agent_message: text,
      ...turnEnd(),
    });
    entryCount += 2;
    turnId = null;
  };

  const startTurn = () => {
    time = clock.next();
    turnId = uuidFrom(random);
    turnStartedMs = clock.nowMs();
    const started_at = Math.floor(turnStartedMs / 1000);
    event({
      type: 'task_started',
      turn_id: turnId,
      root_turn_id: turnId,
      started_at,
      model_context_window: WINDOW,
    });
    const policies = { approval_policy: 'never', sandbox_policy: { type: 'read-only' } };
    record('turn_context', {
      turn_id: turnId,
      root_turn_id: turnId,
      cwd: CWD,
      ...policies,
      model: 'model-1',
      summary: 'auto',
    });
    entryCount += 2;
    if (random() < 0.2) {
      record('world_state', {
        state: { environments: { local: { cwd: CWD, shell: 'bash' } }, skills: sourceText(random, 2_000) },
      });
      entryCount += 1;
    }
  };

  const ask = (asked) => {
    finishTurn();
    startTurn();
    if (entryCount - compactedAt > ENTRIES_A_COMPACTION) compact();
    const text = textOf(asked);
    message('user', text, ['user.text']);
    completed({
      type: 'UserMessage',
      id: itemId('item'),
      content: [{ type: 'text', text, text_elements: [] }],
    });
    questions.push(text);
    if (questions.length > KEPT_QUESTIONS) questions.shift();
    entryCount += 1;
  };

  const compact = () => {
    compactedAt = entryCount;
    const kept = questions.map((text) => ({
      type: 'message',
      id: itemId('msg'),
      role: 'user',
      content: [{ type: 'input_text', text }],
    }));
    const encrypted_content = base64Text(random, 20_000 + random() * 100_000);
    record('compacted', {
      message: '',
      replacement_history: [...kept, { type: 'compaction', encrypted_content }],
    });
    completed({ type: 'ContextCompaction', id: itemId('item') });
    count(usageOf(0, 0, 0));
    entryCount += 3;
  };

  const call = ({ id, name, arguments: args }) => {
    if (name !== 'edit') {
      const cmd = name === 'bash' ? 'npm test' : `sed -n 1,200p ${args.path}`;
      item({
        type: 'function_call',
        id: itemId('fc'),
        name: 'exec_command',
        arguments: JSON.stringify({ cmd }),
        call_id: id,
      });
      return;
    }
    const lines = args.newText.split('\n').map((line) => `+${line}`);
    const input = ['*** Begin Patch', `*** Update File: ${args.path}`, '@@', ...lines, '*** End Patch'].join(
      '\n',
    );
    item({
      type: 'custom_tool_call',
      id: itemId('ctc'),
      call_id: id,
      name: 'apply_patch',
      input,
      status: 'completed',
    });
  };

  return {
    callsInParallel: true,
    get entryCount() {
      return entryCount;
    },
    begin() {
      time = clock.next();
      record('session_meta', {
        session_id: threadId,
        id: threadId,
        timestamp: time,
        cwd: CWD,
        originator: 'codex_exec',
        cli_version: '0.171.0',
        source: 'exec',
        model_provider: 'openai',
        base_instructions: { text: sourceText(random, INSTRUCTION_CHARS) },
        history_mode: 'paginated',
        git: { commit_hash: '0123456789abcdef0123456789abcdef01234567', branch: 'main' },
      });
      startTurn();
      message('developer', '<permissions instructions>\nRead only.\n</permissions instructions>', [
        'permissions.instructions',
      ]);
      const environment = `<environment_context>\n  <cwd>${CWD}</cwd>\n</environment_context>`;
      message('user', environment, ['environments.environment_context']);
      entryCount += 3;
    },
    /** A turn is interrupted instead. */
    goBack() {
      if (turnId === null) return;
      time = clock.next();
      event({ type: 'turn_aborted', turn_id: turnId, reason: 'interrupted' });
      entryCount += 1;
      turnId = null;
    },
    ask,
    answer(said) {
      if (turnId === null) ask(question(random));
      const { thinking, text, calls: made, usage } = partsOf(said);
      time = clock.next();
      const id = itemId('rs');
      completed({ type: 'Reasoning', id, summary_text: [thinking], raw_content: [] });
      const encrypted_content = base64Text(random, 800 + random() * 2_400);
      item({
        type: 'reasoning',
        id,
        summary: [{ type: 'summary_text', text: thinking }],
        content: null,
        encrypted_content,
      });
      if (random() < 0.3) say(text, 'commentary');
      for (const one of made) call(one);
      use(usage);
      calls = new Map(made.map((one) => [one.id, one]));
      openCalls = made.length;
      entryCount += 1;
    },
    result(message) {
      const { toolCallId, isError } = message;
      const { name, arguments: args } = calls.get(toolCallId);
      const said = textOf(message);
      const exit_code = isError ? 1 : 0;
      time = clock.next();
      if (name === 'edit') {
        const changes = { [`${CWD}/${args.path}`]: { type: 'update', unified_diff: args.newText } };
        completed({ type: 'FileChange', id: toolCallId, changes, status: isError ? 'failed' : 'completed' });
        const output = JSON.stringify({ output: said, metadata: { exit_code } });
        item({ type: 'custom_tool_call_output', id: itemId('ctco'), call_id: toolCallId, output });
      } else {
        const command = ['/bin/bash', '-lc', name === 'bash' ? 'npm test' : 'sed -n 1,200p src/cart.ts'];
        const outcome = {
          status: 'completed',
          aggregated_output: said,
          exit_code,
          duration: { secs: 0, nanos: 41_000_000 },
        };
        completed({
          type: 'CommandExecution',
          id: toolCallId,
          process_id: '4711',
          command,
          cwd: `file://${CWD}`,
          ...outcome,
        });
        const image = imageFor(random);
        const output =
          image === null
            ? `Wall time: 0.0 seconds\nProcess exited with code ${exit_code}\nOutput:\n${said}`
            : [{ type: 'input_image', image_url: `data:image/png;base64,${image}`, detail: 'high' }];
        item({ type: 'function_call_output', id: itemId('fco'), call_id: toolCallId, output });
      }
      entryCount += 1;
      openCalls -= 1;
      if (openCalls === 0) count(lastUsage);
    },
    end: finishTurn,
  };
}

function usageOf(input, cached, output) {
  return {
    input_tokens: input,
    cached_input_tokens: cached,
    cache_write_input_tokens: 0,
    output_tokens: output,
    reasoning_output_tokens: 0,
    total_tokens: input + output,
  };
}
