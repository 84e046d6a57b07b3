import type { ModelTurn } from "./model-turn.ts";

/**
 * A model's answers, so that a trial can run again without it. Folders of the recording machine appear as
 * `${NAME}`, and the given secrets not at all.
 */
export type Recording = {
  readonly version: 1;
  /** The provider's model id. */
  readonly model: string;
  /** Digests of the agent's skills, in order; the recording is valid only for these. */
  readonly skills: readonly string[];
  /** In the order of the requests. */
  readonly exchanges: readonly Exchange[];
};

export type Exchange = { readonly request: RecordedRequest; readonly turn: ModelTurn };

/** A request without what differs between machines and runs. Digests are hexadecimal SHA-256. */
export type RecordedRequest = {
  readonly digest: string;
  /** Digests of parts, to explain how another request differs. */
  readonly system: string;
  readonly tools: string;
  /** The start of its last message. */
  readonly excerpt: string;
};
