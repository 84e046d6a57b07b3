/** What was wrong with the model, for programs. */
export type ModelFaultKind =
  | "timed-out"
  | "broken-stream"
  | "rate-limited"
  | "overloaded"
  | "unauthorized"
  | "unknown-model"
  | "too-long"
  | "refused"
  | "unreachable"
  | "failed";

/** Why a model could not be used. */
export type ModelFault = {
  readonly kind: ModelFaultKind;
  /** What happened and what to do: printable, bounded, without keys; of URLs only host and port. */
  readonly message: string;
  /** Wait time requested by the provider. */
  readonly retryAfterSeconds?: number;
};

/** A fault on its way through the SDK. */
export class ModelFailure extends Error {
  readonly fault: ModelFault;
  /** Whether a retry may help. */
  readonly mayRetry: boolean;

  constructor(fault: ModelFault, options: ErrorOptions & { readonly mayRetry: boolean }) {
    super(fault.message, options);
    this.name = "ModelFailure";
    this.fault = fault;
    this.mayRetry = options.mayRetry;
  }
}
