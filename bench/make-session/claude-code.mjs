import { question, sourceText } from '../session.mjs';
import { base64Text, imageFor, partsOf, textOf, uuidFrom } from './said.mjs';

const CWD = '/home/dev/shop';
/** How many entries there are from one compaction to the next, about. */
const ENTRIES_A_COMPACTION = 300;
const TOOLS = { read: 'Read', bash: 'Bash', edit: 'Edit', grep: 'Grep' };

/** A session of Claude Code 2.1: an answer is a line a block, and a result has what the program made of it beside it. */
export function claudeCodeSession({ random, clock, write }) {
  const sessionId = uuidFrom(random);
  /** What questions hang on. */
  const forks = [];
  /** The line of each call of the last answer, and its input. */
  const calls = new Map();
  let entryCount = 0;
  let lastUuid = null;
  let isAsked = false;
  let compactedAt = 0;

  const note = (fields) => {
    write(fields);
    entryCount += 1;
  };
  /** A node of the tree; what says that it is a further part of an entry does not count. */
  const node = (fields, parentUuid = lastUuid, isPart = false) => {
    const uuid = uuidFrom(random);
    const common = {
      isSidechain: false,
      userType: 'external',
      cwd: CWD,
      sessionId,
      version: '2.1.240',
      gitBranch: 'main',
    };
    write({ parentUuid, ...common, ...fields, uuid, timestamp: clock.next() });
    if (!isPart) entryCount += 1;
    lastUuid = uuid;
    return uuid;
  };

  /** An answer, a line each block; gives the ids of its lines. */
  const respond = (content, { input, output, cacheRead, cacheWrite }, stopReason) => {
    const id = `msg_01${uuidFrom(random).replaceAll('-', '').slice(0, 22)}`;
    const requestId = `req_01${uuidFrom(random).replaceAll('-', '').slice(0, 22)}`;
    return content.map((block, at) => {
      const isLast = at === content.length - 1;
      const usage = {
        input_tokens: input,
        cache_creation_input_tokens: cacheWrite,
        cache_read_input_tokens: cacheRead,
        cache_creation: { ephemeral_5m_input_tokens: cacheWrite, ephemeral_1h_input_tokens: 0 },
        output_tokens: isLast ? output : 8,
        service_tier: 'standard',
      };
      const message = { model: 'model-1', id, type: 'message', role: 'assistant', content: [block] };
      const end = { stop_reason: isLast ? stopReason : null, stop_sequence: null, usage };
      return node({ type: 'assistant', message: { ...message, ...end }, requestId }, lastUuid, at > 0);
    });
  };

  const finishTurn = () => {
    if (!isAsked) return;
    const text = sourceText(random, 300 + random() * 900);
    respond(
      [{ type: 'text', text }],
      { input: 6, output: 210, cacheRead: 53_000, cacheWrite: 600 },
      'end_turn',
    );
    node({
      type: 'system',
      subtype: 'turn_duration',
      durationMs: Math.floor(random() * 90_000),
      isMeta: false,
    });
    isAsked = false;
  };

  const compact = () => {
    compactedAt = entryCount;
    const compactMetadata = { trigger: 'auto', preTokens: 155_000 };
    const boundary = { type: 'system', subtype: 'compact_boundary', content: 'Conversation compacted' };
    const logicalParentUuid = lastUuid;
    node({ logicalParentUuid, ...boundary, level: 'info', compactMetadata, isMeta: false }, null);
    const content = `This session is continued from an earlier one.\n${sourceText(random, 5_000 + random() * 15_000)}`;
    node({
      type: 'user',
      message: { role: 'user', content },
      isCompactSummary: true,
      isVisibleInTranscriptOnly: true,
    });
  };

  const ask = (message) => {
    finishTurn();
    if (entryCount - compactedAt > ENTRIES_A_COMPACTION) compact();
    forks.push(lastUuid);
    const snapshot = { messageId: uuidFrom(random), trackedFileBackups: {}, timestamp: clock.next() };
    note({ type: 'file-history-snapshot', messageId: snapshot.messageId, snapshot, isSnapshotUpdate: false });
    const content = random() < 0.5 ? textOf(message) : [{ type: 'text', text: textOf(message) }];
    node({ type: 'user', message: { role: 'user', content }, permissionMode: 'default' });
    if (random() < 0.25) attach();
    isAsked = true;
  };

  const attach = () => {
    const content = sourceText(random, 200 + random() * 4_000);
    const file = { filePath: `${CWD}/notes.md`, content, numLines: 90, startLine: 1, totalLines: 90 };
    const attachment = { type: 'file', filename: file.filePath, content: { type: 'text', file } };
    node({ type: 'attachment', attachment: { ...attachment, displayPath: 'notes.md' } });
  };

  return {
    callsInParallel: true,
    get entryCount() {
      return entryCount;
    },
    begin() {
      // Of another session, as this program names those that went before.
      write({ type: 'summary', summary: 'The cart and its totals', leafUuid: uuidFrom(random) });
      note({ type: 'permission-mode', permissionMode: 'default', sessionId });
    },
    goBack() {
      finishTurn();
      lastUuid = forks[Math.floor(random() * forks.length)] ?? lastUuid;
      ask(question(random));
    },
    ask,
    answer(message) {
      if (!isAsked) ask(question(random));
      const { thinking, text, calls: made, usage } = partsOf(message);
      const blocks = [
        { type: 'thinking', thinking, signature: base64Text(random, 300 + random() * 600) },
        ...(random() < 0.6 ? [{ type: 'text', text }] : []),
        ...made.map(({ id, name, arguments: input }) => ({ type: 'tool_use', id, name: TOOLS[name], input })),
      ];
      const uuids = respond(blocks, usage, 'tool_use').slice(-made.length);
      calls.clear();
      for (const [at, { id, arguments: input }] of made.entries()) calls.set(id, { uuid: uuids[at], input });
      if (made.length === 1 && made[0].name === 'bash' && random() < 0.3) {
        const data = { type: 'bash_progress', output: sourceText(random, 200), elapsedTimeSeconds: 3 };
        const uuid = node({ type: 'progress', data, toolUseID: `bash-progress-${made[0].id}` });
        calls.get(made[0].id).progressUuid = uuid;
      }
    },
    result(message) {
      const { toolCallId, toolName, isError } = message;
      const { uuid, progressUuid, input } = calls.get(toolCallId);
      const image = imageFor(random);
      const said = textOf(message);
      const source = { type: 'base64', media_type: 'image/png', data: image };
      const block = {
        tool_use_id: toolCallId,
        type: 'tool_result',
        content: image === null ? said : [{ type: 'image', source }],
        ...(isError ? { is_error: true } : {}),
      };
      const toolUseResult = isError ? `Error: ${said}` : resultOf(toolName, said, input, image);
      const content = { role: 'user', content: [block] };
      node(
        { type: 'user', message: content, toolUseResult, sourceToolAssistantUUID: uuid },
        progressUuid ?? uuid,
      );
    },
    end() {
      finishTurn();
      note({ type: 'ai-title', aiTitle: 'The cart and its totals', sessionId });
      note({ type: 'last-prompt', leafUuid: lastUuid, sessionId });
    },
  };
}

/** What the program keeps of a result beside what the model was given. */
function resultOf(toolName, said, input, image) {
  const filePath = `${CWD}/src/cart.ts`;
  if (image !== null)
    return { type: 'image', file: { base64: image, type: 'image/png', originalSize: image.length } };
  switch (toolName) {
    case 'bash':
      return { stdout: said, stderr: '', interrupted: false, isImage: false };
    case 'edit': {
      const lines = said.split('\n').slice(0, 12);
      const structuredPatch = [{ oldStart: 1, oldLines: 6, newStart: 1, newLines: 9, lines }];
      return { filePath, oldString: '', newString: input.newText, originalFile: said, structuredPatch };
    }
    case 'grep':
      return { mode: 'content', numFiles: 0, filenames: [], content: said, numLines: 40 };
    default:
      return { type: 'text', file: { filePath, content: said, numLines: 40, startLine: 1, totalLines: 40 } };
  }
}
