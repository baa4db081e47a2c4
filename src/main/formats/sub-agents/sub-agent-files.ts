/** A transcript of a sub-agent. */
export interface SubAgentFile {
  readonly path: string;
  /** As its name says. */
  readonly agentId: string;
}

/** What the program noted of a sub-agent when it started it. */
export interface SubAgentMeta {
  /** What it is to do, in a few words. */
  readonly description: string | null;
  /** Id of the call that started it. */
  readonly toolUseId: string | null;
}

/** How a program keeps the transcripts of sub-agents; what is given is the file of a session and its id. */
export interface SubAgentFinder {
  /** Those of a session. No link is followed. */
  files(sessionPath: string, sessionId: string): SubAgentFile[];
  /** Those that the session itself has more of while it runs, as a text to compare. */
  listing(sessionPath: string, sessionId: string): string;
  /** What is noted of one beside its transcript. */
  meta(file: SubAgentFile): SubAgentMeta;
}
