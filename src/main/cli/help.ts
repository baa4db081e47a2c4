export const HELP = `Ramify reads the session files that AI agents leave on disk, and writes vv-agent stores and sessions of theway and pi when asked to.

  ramify inspect PATH [--json]                         format, checks, sessions, problems
  ramify tree PATH [--session ID] [--json]             all entries of a session, as a tree
  ramify show PATH [--session ID] [--leaf ID] [--json] the conversation that ends at a leaf
  ramify verify PATH [--json]                          checks and commits; exit 1 if anything is unsound
  ramify context PATH [--session ID] [--leaf ID]       what a model would be given at a leaf
  ramify compare PATH --left ID --right ID [--right-path PATH2] [--session ID] [--right-session ID]
                                                       two branches side by side, and what each did
  ramify digest FILE                                   payload digest of a JSON array of items
  ramify commit-id KEY                                 commit id of a checkpoint key

  ramify sessions STORE [--json]                       the sessions of a store
  ramify append STORE --session ID FILE [--create]     append items
  ramify commit STORE --session ID (--commit-id ID | --checkpoint-key KEY) [--digest HEX] FILE [--create]
                                                       append items once; prints committed or replayed
  ramify pop STORE --session ID                        remove the newest item and print it
  ramify clear STORE --session ID --yes                remove the items and commits of a session
  ramify upgrade STORE                                 bring an older store to version 2, after a backup
  ramify leaf PATH --to ID|none                        move the stored leaf of a session
  ramify label PATH --entry ID (--text T | --clear)    label an entry
  ramify rename PATH NAME                              name the session
  ramify append PATH FILE                              append entries; id, parent and time are filled in
  ramify bind PATH (--binding JSON | --clear)          set or clear the binding
  ramify collapse PATH [--node ID | --clear-node] [--collapsed true|false]
  ramify fork PATH (--at ID | --before ID) --to DIR    a new session of the path to an entry; prints its path
  ramify clone PATH --to DIR                           a new session of the whole transcript; prints its path
  ramify extensions PATH [--leaf ID]                   the state of each extension
  ramify export PATH --format theway-session -o OUT    an archive of the whole transcript
  ramify import ARCHIVE --to DIR [--activate]          a session of an archive; prints its path

  ramify conformance memory | sqlite:PATH | redis://…  run the rules of the session API
  ramify --help | --version

STORE and PATH are a path or redis://HOST:PORT/DATABASE (--prefix for other keys than vv-agent-session:); user and
password of a server come from RAMIFY_REDIS_USER and RAMIFY_REDIS_PASSWORD, or are asked for. FILE is a JSON array of
items; - is standard input. All but digest and commit-id take --json. Without --session: the only session, else the
one written last. What only reads changes nothing.
Exit: 0 fine, 1 problems found (verify) or not done, 2 cannot be opened, 64 usage.
`;
