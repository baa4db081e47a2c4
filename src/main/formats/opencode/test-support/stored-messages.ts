/** The `data` of messages and parts as OpenCode stores them. */
export const USER = { role: 'user', time: { created: 1000 }, agent: 'build' };

export const answer = (more: object = {}) => ({
  role: 'assistant',
  time: { created: 1001 },
  modelID: 'm',
  providerID: 'p',
  ...more,
});

export const text = (words: string, more: object = {}) => ({ type: 'text', text: words, ...more });

export const tool = (state: object, name = 'bash') => ({ type: 'tool', tool: name, callID: 'c', state });
