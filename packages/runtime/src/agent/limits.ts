/** Bounds on what runtime/agent reads, holds and prints. */
export const agentLimits = {
  /** Steps of one agent on one task, when nothing is said and at most. */
  agentSteps: 50,
  /** Times that an agent may make the very same call before it is told, and before it is stopped. */
  repeatedCalls: 3,
  repeatedCallsAtMost: 6,
  /** Milliseconds without a word from a model after which its stream counts as broken. */
  modelSilenceMs: 120_000,
  /** Times that one step is begun again when a model fails; the AI SDK's number. */
  modelRetries: 2,
  /** Milliseconds before the first of these, doubled each time; the AI SDK's number. */
  modelRetryMs: 2000,
  /** Seconds that a provider may ask an agent to wait; past them it gives up. The AI SDK's number. */
  retryAfterSeconds: 60,
  /** Characters of one answer of a model, its calls included; the longest answers have 128,000 tokens. */
  modelAnswerCharacters: 4_000_000,
  /** Tool calls of one answer; OpenAI's number. */
  callsPerAnswer: 128,
  /** Lists and objects inside each other in a call's input; the SDK walks through them by recursion. */
  callDepth: 256,
  /** Characters of a provider's own words in a message, and errors inside errors that are looked at. */
  faultCharacters: 300,
  faultDepth: 4,
  /** Calls in a circle that is found. */
  callCircle: 3,
} as const;
