import { question, sourceText } from '../session.mjs';
import { imageFor, partsOf, textOf, uuidFrom } from './said.mjs';

const COMMON = { cwd: '/home/dev/shop', version: '0.18.0', gitBranch: 'main' };
const MODEL = 'model-1';
/** How many entries there are from one compression to the next, about, and what is kept by it. */
const ENTRIES_A_COMPRESSION = 500;
const KEPT_CONTENTS = 12;

/** A session of Qwen Code: a chain of messages, with a note of what each took. */
export function qwenSession({ random, clock, write }) {
  const sessionId = uuidFrom(random);
  /** What questions hang on. */
  const forks = [];
  const contents = [];
  let entryCount = 0;
  let compressedAt = 0;
  let lastUuid = null;
  let isAsked = false;

  const record = (type, fields) => {
    const uuid = uuidFrom(random);
    write({ uuid, parentUuid: lastUuid, sessionId, timestamp: clock.next(), type, ...COMMON, ...fields });
    entryCount += 1;
    lastUuid = uuid;
  };
  const note = (subtype, systemPayload) => record('system', { subtype, systemPayload });
  const telemetry = (name, fields) =>
    note('ui_telemetry', {
      uiEvent: {
        'event.name': `qwen-code.${name}`,
        'event.timestamp': clock.next(),
        ...fields,
        prompt_id: `${sessionId}########${forks.length}`,
      },
    });
  const message = (type, role, parts, more = {}) => {
    const content = { role, parts };
    record(type, { ...more, message: content });
    contents.push(content);
    if (contents.length > KEPT_CONTENTS) contents.shift();
  };
  const respond = (parts, { input, output, cacheRead, totalTokens }) => {
    const usageMetadata = {
      promptTokenCount: input + cacheRead,
      candidatesTokenCount: output,
      cachedContentTokenCount: cacheRead,
      thoughtsTokenCount: 60,
      totalTokenCount: totalTokens,
    };
    message('assistant', 'model', parts, { model: MODEL, usageMetadata, contextWindowSize: 262_144 });
    telemetry('api_response', {
      model: MODEL,
      duration_ms: 2_400,
      input_token_count: input,
      output_token_count: output,
    });
  };

  const finishTurn = () => {
    if (!isAsked) return;
    const usage = { input: 1_400, output: 210, cacheRead: 53_000, totalTokens: 54_610 };
    respond([{ text: sourceText(random, 300 + random() * 900) }], usage);
    isAsked = false;
  };

  const compress = () => {
    compressedAt = entryCount;
    const summary = { role: 'user', parts: [{ text: sourceText(random, 5_000 + random() * 15_000) }] };
    const info = { originalTokenCount: 155_000, newTokenCount: 12_000, compressionStatus: 1 };
    note('chat_compression', { info, compressedHistory: [summary, ...contents] });
  };

  const ask = (asked) => {
    finishTurn();
    if (entryCount - compressedAt > ENTRIES_A_COMPRESSION) compress();
    forks.push(lastUuid);
    // It is written again and again, so that the end of the file has it.
    if (random() < 0.3) note('custom_title', { customTitle: 'The cart and its totals', titleSource: 'auto' });
    message('user', 'user', [{ text: textOf(asked) }]);
    note('file_history_snapshot', { messageId: lastUuid, trackedFileBackups: {} });
    isAsked = true;
  };

  return {
    callsInParallel: true,
    get entryCount() {
      return entryCount;
    },
    begin: () => note('session_model', { modelId: MODEL }),
    goBack() {
      finishTurn();
      lastUuid = forks[Math.floor(random() * forks.length)] ?? lastUuid;
      note('rewind', { truncatedCount: 1 + Math.floor(random() * 40) });
      ask(question(random));
    },
    ask,
    answer(said) {
      if (!isAsked) ask(question(random));
      const { thinking, text, calls, usage } = partsOf(said);
      const parts = calls.map(({ id, name, arguments: args }) => ({ functionCall: { id, name, args } }));
      respond([{ text: thinking, thought: true }, ...(random() < 0.6 ? [{ text }] : []), ...parts], usage);
    },
    result(said) {
      const { toolCallId: callId, toolName: name, isError } = said;
      const text = textOf(said);
      const image = imageFor(random);
      const response = { functionResponse: { id: callId, name, response: { output: text } } };
      const pictures = image === null ? [] : [{ inlineData: { mimeType: 'image/png', data: image } }];
      const resultDisplay =
        name === 'edit' ? { fileName: 'cart.ts', fileDiff: text.slice(0, 2_000) } : text.slice(0, 400);
      const toolCallResult = { callId, status: isError ? 'error' : 'success', resultDisplay };
      message('tool_result', 'user', [response, ...pictures], { toolCallResult });
      telemetry('tool_call', {
        function_name: name,
        duration_ms: 12,
        success: !isError,
        decision: 'auto_accept',
      });
    },
    end: finishTurn,
  };
}
