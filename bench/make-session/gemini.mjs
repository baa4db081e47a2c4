import { question, sourceText } from '../session.mjs';
import { imageFor, partsOf, textOf, uuidFrom } from './said.mjs';

const MODEL = 'model-1';
/** How many entries there are from one compression to the next, about. */
const ENTRIES_A_COMPRESSION = 250;
const DISPLAY_NAMES = { read: 'ReadFile', bash: 'Shell', edit: 'Edit', grep: 'SearchText' };

/** A chat of Gemini CLI: a message is written anew each time that it grows, with the results of its calls. */
export function geminiSession({ random, clock, write }) {
  /** Questions that may be taken back. */
  let asked = [];
  let entryCount = 0;
  let compressedAt = 0;
  /** The answer that waits for the results of its calls, and for how many. */
  let open = null;
  let openCalls = 0;
  let isAsked = false;

  const entry = (record) => {
    write(record);
    entryCount += 1;
  };
  const touch = () => entry({ $set: { lastUpdated: clock.next() } });

  /** An answer as it comes: without what it has used at first. */
  const respond = (content, thoughts, { input, output, cacheRead, totalTokens }) => {
    const id = uuidFrom(random);
    const head = { id, timestamp: clock.next(), type: 'gemini', content, thoughts };
    entry({ ...head, tokens: null, model: MODEL });
    const tokens = {
      input: input + cacheRead,
      output,
      cached: cacheRead,
      thoughts: 60,
      tool: 0,
      total: totalTokens,
    };
    const whole = { ...head, tokens, model: MODEL };
    write(whole);
    return whole;
  };

  const finishTurn = () => {
    if (!isAsked) return;
    const usage = { input: 1_400, output: 210, cacheRead: 53_000, totalTokens: 54_610 };
    respond(sourceText(random, 300 + random() * 900), [], usage);
    touch();
    isAsked = false;
  };

  const compress = () => {
    compressedAt = entryCount;
    asked = [];
    const message = (type, chars) => {
      const content = [{ text: sourceText(random, chars) }];
      return { id: uuidFrom(random), timestamp: clock.next(), type, content };
    };
    const messages = [message('user', 5_000 + random() * 15_000), message('gemini', 60)];
    for (let kept = 0; kept < 12; kept++)
      messages.push(message('user', 400), message('gemini', random() * 8_000));
    entry({ $set: { messages, lastUpdated: clock.next() } });
  };

  const ask = (question) => {
    finishTurn();
    if (entryCount - compressedAt > ENTRIES_A_COMPRESSION) compress();
    const id = uuidFrom(random);
    entry({ id, timestamp: clock.next(), type: 'user', content: [{ text: textOf(question) }] });
    touch();
    asked.push(id);
    isAsked = true;
  };

  return {
    callsInParallel: true,
    get entryCount() {
      return entryCount;
    },
    begin() {
      const startTime = clock.next();
      const times = { startTime, lastUpdated: startTime };
      write({ sessionId: uuidFrom(random), projectHash: 'shop', ...times, kind: 'main', directories: [] });
    },
    goBack() {
      finishTurn();
      const at = Math.floor(random() * asked.length);
      const id = asked[at];
      if (id !== undefined) {
        asked.length = at;
        entry({ $rewindTo: id });
      }
      ask(question(random));
    },
    ask,
    answer(said) {
      if (!isAsked) ask(question(random));
      const { thinking, text, calls, usage } = partsOf(said);
      const thoughts = [{ subject: 'The cart', description: thinking, timestamp: clock.next() }];
      const toolCalls = calls.map(({ id, name, arguments: args }) => ({ id, name, args }));
      open = { ...respond(text, thoughts, usage), toolCalls };
      openCalls = calls.length;
    },
    result(said) {
      const { toolCallId: id, toolName: name, isError } = said;
      const text = textOf(said);
      const image = imageFor(random);
      const pictures = image === null ? [] : [{ inlineData: { mimeType: 'image/png', data: image } }];
      Object.assign(
        open.toolCalls.find((call) => call.id === id),
        {
          result: [{ functionResponse: { id, name, response: { output: text } } }, ...pictures],
          status: isError ? 'error' : 'success',
          timestamp: clock.next(),
          displayName: DISPLAY_NAMES[name],
          description: 'src/cart.ts',
          resultDisplay: text.slice(0, 400),
          renderOutputAsMarkdown: false,
        },
      );
      openCalls -= 1;
      if (openCalls > 0) return;
      write(open);
      touch();
    },
    end() {
      finishTurn();
      entry({ $set: { summary: 'The cart and its totals' } });
    },
  };
}
