type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Leaves out the fields whose value is undefined, so that what is absent has no key at all. */
export function withoutAbsent<T extends object>(fields: T): Present<T> {
  // Object.fromEntries forgets the keys' types; nothing but undefined values was taken away.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>;
}
