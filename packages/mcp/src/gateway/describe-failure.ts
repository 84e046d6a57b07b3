import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from "@modelcontextprotocol/client";

/** Why a server did not do what it was asked, as the end of a sentence that begins with its name. */
export function describeFailure(error: unknown): string {
  if (error instanceof SdkHttpError) return `answered with HTTP status ${error.status}`;
  if (error instanceof SdkError) return phrases[error.code] ?? `failed: ${error.message}`;
  if (error instanceof ProtocolError) return `answered with an error: ${error.message} (${error.code})`;
  if (!(error instanceof Error)) return `failed: ${String(error)}`;
  // `fetch failed` says nothing, its cause does.
  const { cause } = error;
  const reason =
    cause instanceof Error ? `${error.message}: ${cause.message || String(codeOf(cause))}` : error.message;
  return `could not be reached: ${reason}`;
}

/** Whether the connection is of no more use: the server is gone, or has forgotten us. Any other error says nothing of it. */
export function isBroken(error: unknown): boolean {
  if (error instanceof SdkHttpError) return error.status === 404;
  if (error instanceof SdkError) return gone.includes(error.code);
  // What the network has to say comes as the cause of an error of `fetch`.
  return error instanceof Error && error.cause instanceof Error && "code" in error.cause;
}

const gone: readonly SdkErrorCode[] = [SdkErrorCode.ConnectionClosed, SdkErrorCode.NotConnected];

const questions = "asked its client something; questions are not passed on through the gateway";
const phrases: Partial<Readonly<Record<SdkErrorCode, string>>> = {
  [SdkErrorCode.RequestTimeout]: "did not answer in time",
  [SdkErrorCode.ConnectionClosed]: "ended before it answered",
  [SdkErrorCode.NotConnected]: "ended before it was asked",
  [SdkErrorCode.InvalidResult]: "answered with what is no valid result",
  [SdkErrorCode.UnsupportedResultType]: questions,
  [SdkErrorCode.CapabilityNotSupported]: questions,
};

function codeOf(error: Error): unknown {
  return "code" in error ? error.code : error.name;
}
