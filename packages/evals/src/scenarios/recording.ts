import type { ModelTurn } from "./model-turn.ts";

/**
 * What a model answered to which requests, so that a trial can be repeated without it. Folders of the machine that it was made on
 * are in it as `${NAME}`, and given secrets not at all.
 */
export type Recording = {
  readonly version: 1;
  /** The provider's name for the model. */
  readonly model: string;
  /** Digests of the skills that the agent had, in their order; what was recorded with others tells nothing of these. */
  readonly skills: readonly string[];
  /** In the order of the requests. */
  readonly exchanges: readonly Exchange[];
};

export type Exchange = { readonly request: RecordedRequest; readonly turn: ModelTurn };

/** A request without what differs from one machine and one run to the next. Digests are SHA-256, in hexadecimal digits. */
export type RecordedRequest = {
  readonly digest: string;
  /** Of its parts, to tell where another request differs. */
  readonly system: string;
  readonly tools: string;
  /** What its last message begins with. */
  readonly excerpt: string;
};
