/** Limits of runtime/agent. */
export const agentLimits = {
  /** Default steps of one agent on one task. */
  agentSteps: 50,
  /** Identical calls in a row before the agent is warned, and before it is stopped. */
  repeatedCalls: 3,
  repeatedCallsAtMost: 6,
  /** Silence after which a model's stream counts as broken. */
  modelSilenceMs: 120_000,
  /** Retries of one step when a model fails; as in the AI SDK. */
  modelRetries: 2,
  /** Delay before the first retry, doubled each time; as in the AI SDK. */
  modelRetryMs: 2000,
  /** Longest wait that a provider may ask for; as in the AI SDK. */
  retryAfterSeconds: 60,
  /** Characters of one answer of a model, its calls included; the longest answers have 128,000 tokens. */
  modelAnswerCharacters: 4_000_000,
  /** Tool calls in one answer; as in OpenAI's API. */
  callsPerAnswer: 128,
  /** Nesting of a call's input; the SDK recurses through it. */
  callDepth: 256,
  /** Characters quoted from a provider's error, and nested errors that are read. */
  faultCharacters: 300,
  faultDepth: 4,
  /** Length of a repeating cycle of calls that is detected. */
  callCircle: 3,
} as const;
