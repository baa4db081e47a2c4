/** Whether Command takes the place of Ctrl. */
export const isMac = typeof navigator !== 'undefined' && /Mac/.test(navigator.userAgent);
