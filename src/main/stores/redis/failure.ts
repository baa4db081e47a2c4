import {
  ClientClosedError,
  ClientOfflineError,
  ConnectionTimeoutError,
  DisconnectsClientError,
  ErrorReply,
  MultiErrorReply,
  SocketClosedUnexpectedlyError,
} from '@redis/client';
import type { ErrorCode } from '../../../shared/contract/errors';
import { SessionStoreError } from '../store-error';

// What can go wrong between us and a Redis server, as sentences. Of what the server says, only the first word is kept:
// it may repeat what it was sent, and that may be a password or a part of a session.

/** The connection cannot be had. `shown` is the address for people. Anything unknown is passed through. */
export function connectFailure(error: unknown, shown: string): unknown {
  if (error instanceof SessionStoreError) return error;
  if (error instanceof ErrorReply) return replyFailure(error, 'AUTH or SELECT');
  const about = (sentence: string) =>
    new SessionStoreError('not-connected', `${sentence} (${shown})`, codeOf(error) ?? nameOf(error));
  if (error instanceof ConnectionTimeoutError)
    return about(
      'The Redis server does not answer. Check the address, and whether the server wants redis:// or rediss://.',
    );
  if (isLost(error))
    return about(
      'The server closed the connection at once. Check that it is a Redis server, and whether it wants rediss://.',
    );
  switch (codeOf(error)) {
    case 'ECONNREFUSED':
      return about('No Redis server listens at this address. Check that it runs, then try again.');
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_FAIL':
    case 'EAI_NODATA':
    case 'EAI_NONAME':
      return about('There is no server of this name. Check the address and the network, then try again.');
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ENETDOWN':
    case 'EHOSTDOWN':
    case 'EADDRNOTAVAIL':
    case 'ETIMEDOUT':
    case 'EACCES':
    case 'EPERM':
      return about('The Redis server cannot be reached. Check the address and the network, then try again.');
    case undefined:
      break;
    default:
      return about(tlsSentence(codeOf(error) ?? ''));
  }
  // What the decoder of the client says of an answer that is not Redis.
  if (error instanceof Error && /RESP type/.test(error.message))
    return about('What answers at this address is no Redis server. Check the address.');
  return error;
}

/** A command that failed, by its name. Anything but a failure of server or connection is passed through. */
export function commandFailure(error: unknown, command: string): unknown {
  if (error instanceof SessionStoreError) return error;
  if (error instanceof MultiErrorReply) return replyFailure(error.errors().next().value ?? error, command);
  if (error instanceof ErrorReply) return replyFailure(error, command);
  const isSystem = codeOf(error) !== undefined && error instanceof Error && 'syscall' in error;
  return isLost(error) || isSystem ? lostConnection(codeOf(error) ?? nameOf(error)) : error;
}

/** The connection ended, or the server fell silent, while something was asked of it. */
function lostConnection(detail: string): SessionStoreError {
  return new SessionStoreError(
    'not-connected',
    'The connection to the Redis server was lost. What was being written may or may not be stored: look before you try again.',
    detail,
  );
}

function replyFailure(error: ErrorReply, command: string): SessionStoreError {
  // Before version 7 an error inside a script stands behind another.
  const inScript = /@user_script: ?\d+: -?([A-Z]+) /.exec(error.message)?.[1];
  const word = inScript ?? /^[A-Z]+/.exec(error.message)?.[0] ?? '';
  const [code, sentence] = sentenceOf(word, error.message);
  return new SessionStoreError(code, sentence, `${word || 'an error'} in answer to ${command}`);
}

const NOT_PERMITTED = [
  'not-authorised',
  'The Redis server does not permit this to the user. Ask for the permission.',
] as const;

function sentenceOf(word: string, message: string): readonly [ErrorCode, string] {
  switch (word) {
    case 'NOAUTH':
      return ['not-authorised', 'The Redis server asks for a user or a password.'];
    case 'WRONGPASS':
      return ['not-authorised', 'The Redis server does not accept this user and password.'];
    case 'NOPERM':
      return NOT_PERMITTED;
    case 'DENIED':
      return ['not-authorised', 'The Redis server accepts connections from its own machine only.'];
    case 'WRONGTYPE':
      return [
        'invalid-schema',
        'A Redis key of this session holds something else than its items or commits.',
      ];
    case 'READONLY':
      return ['not-writable', 'This Redis server is a replica and takes no changes. Open its primary.'];
    case 'OOM':
      return ['no-space', 'The Redis server has no memory left. Nothing was changed.'];
    case 'MISCONF':
      return ['not-writable', 'The Redis server takes no changes while it cannot save them to its disk.'];
    case 'NOREPLICAS':
      return ['not-writable', 'The Redis server takes no changes while it has too few replicas.'];
    case 'LOADING':
    case 'BUSY':
    case 'MASTERDOWN':
    case 'TRYAGAIN':
      return ['locked', 'The Redis server is busy. Try again in a moment.'];
    case 'MOVED':
    case 'ASK':
    case 'CROSSSLOT':
    case 'CLUSTERDOWN':
      return ['not-connected', 'This server is part of a Redis Cluster, which is not supported.'];
    default:
      return plainErrorSentence(message);
  }
}

/** The errors without a word of their own that a user can do something about. */
function plainErrorSentence(message: string): readonly [ErrorCode, string] {
  // Before version 6 there were no users, and other words for the same.
  if (/invalid password|without any password configured|no password is set/i.test(message))
    return ['not-authorised', 'The Redis server does not accept this user and password.'];
  // Said of a command inside a script.
  if (/user executing the script can't/i.test(message)) return NOT_PERMITTED;
  if (/DB index is out of range|invalid DB index/i.test(message))
    return ['invalid-address', 'The Redis server has no database of this number.'];
  if (/max number of clients/i.test(message))
    return ['not-connected', 'The Redis server takes no more connections now. Try again in a moment.'];
  if (/syntax error|unknown command|wrong number of arguments/i.test(message))
    return [
      'not-connected',
      'The Redis server does not know a command that is needed. Use version 6 or newer.',
    ];
  return ['not-connected', 'The Redis server reports an error.'];
}

function tlsSentence(code: string): string {
  if (/SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|CERT_UNTRUSTED/.test(code))
    return 'This machine does not trust the certificate of the server, so nothing was sent.';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'The certificate of the server is for another name, so nothing was sent.';
  if (/^CERT_/.test(code)) return 'The certificate of the server is not valid now, so nothing was sent.';
  if (/^(ERR_SSL|ERR_TLS)|^EPROTO$/.test(code))
    return 'No encrypted connection comes about. Check whether the server wants redis:// or rediss://.';
  return 'The connection to the Redis server failed. Check the address and the network, then try again.';
}

function isLost(error: unknown): boolean {
  return (
    error instanceof SocketClosedUnexpectedlyError ||
    error instanceof ClientClosedError ||
    error instanceof ClientOfflineError ||
    error instanceof DisconnectsClientError ||
    codeOf(error) === 'ECONNRESET' ||
    codeOf(error) === 'EPIPE'
  );
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.constructor.name : 'unknown';
}
