/** IPC channel of every operation. */
export const OPERATION_CHANNEL = 'ramify:operation';
/** IPC channel of every event. */
export const EVENT_CHANNEL = 'ramify:event';
/** Paths of files dropped on the window: apart from the operations, since a page cannot make one up. */
export const DROPPED_CHANNEL = 'ramify:dropped';
/** Hands the port of a stream, of heads or of what is found, to the preload, with the stream's id. */
export const STREAM_CHANNEL = 'ramify:stream';
