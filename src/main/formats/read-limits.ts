/** Limits of every reader of a SQLite store; docs/formats.md tells them to people. */

/** Rows one read transaction gives at most. */
export const MAX_PAGE_ROWS = 2000;
/** Payload bytes after which a page ends, so that one transaction stays short and its strings few. */
export const MAX_PAGE_BYTES = 8 * 1024 * 1024;
/** Payloads above this many bytes are read one at a time. */
export const MAX_JOINT_BYTES = 1024 * 1024;
/** Payloads above this many bytes are never parsed, only shown as the text they are. */
export const MAX_PARSED_BYTES = 64 * 1024 * 1024;
/** Ids above this many bytes have a stand-in: an id goes into every head and every problem. */
export const MAX_ID_BYTES = 4096;
/** A session that is one JSON document is read as a whole, up to this many bytes. */
export const MAX_DOCUMENT_BYTES = 256 * 1024 * 1024;
