/** A session of pi, version 3: nothing but messages. */
export function piSession({ random, clock, write }) {
  const ids = [];
  let parentId = null;
  const add = (message) => {
    const id = ids.length.toString(16).padStart(8, '0');
    write({ type: 'message', id, parentId, timestamp: clock.next(), message });
    ids.push(id);
    parentId = id;
  };
  return {
    callsInParallel: false,
    get entryCount() {
      return ids.length;
    },
    begin: () =>
      write({
        type: 'session',
        version: 3,
        id: '019aa0c8-1f00-7a11-8b22-5c3d4e5f6071',
        timestamp: clock.next(),
        cwd: '/home/dev/shop',
      }),
    goBack: () => {
      parentId = ids[Math.floor(random() * ids.length)];
    },
    ask: add,
    answer: add,
    result: add,
    end: () => {},
  };
}
