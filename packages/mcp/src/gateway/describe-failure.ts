import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from "@modelcontextprotocol/client";

/** Why a server failed, as the end of a sentence that starts with its name. */
export function describeFailure(error: unknown): string {
  if (error instanceof SdkHttpError) return `answered with HTTP status ${error.status}`;
  if (error instanceof SdkError) return phrases[error.code] ?? `failed: ${error.message}`;
  if (error instanceof ProtocolError) return `answered with an error: ${error.message} (${error.code})`;
  if (!(error instanceof Error)) return `failed: ${String(error)}`;
  // `fetch failed` alone says nothing; its cause does.
  const { cause } = error;
  const reason =
    cause instanceof Error ? `${error.message}: ${cause.message || String(codeOf(cause))}` : error.message;
  return `could not be reached: ${reason}`;
}

/** Whether the connection is unusable: the server is gone or has forgotten us. Other errors say nothing about it. */
export function isBroken(error: unknown): boolean {
  if (error instanceof SdkHttpError) return error.status === 404;
  if (error instanceof SdkError) return gone.includes(error.code);
  // Network errors come as the cause of a `fetch` error.
  return error instanceof Error && error.cause instanceof Error && "code" in error.cause;
}

const gone: readonly SdkErrorCode[] = [SdkErrorCode.ConnectionClosed, SdkErrorCode.NotConnected];

const questions = "asked its client a question, which the gateway does not pass on";
const phrases: Partial<Readonly<Record<SdkErrorCode, string>>> = {
  [SdkErrorCode.RequestTimeout]: "did not answer in time",
  [SdkErrorCode.ConnectionClosed]: "ended before it answered",
  [SdkErrorCode.NotConnected]: "ended before it was asked",
  [SdkErrorCode.InvalidResult]: "answered with an invalid result",
  [SdkErrorCode.UnsupportedResultType]: questions,
  [SdkErrorCode.CapabilityNotSupported]: questions,
};

function codeOf(error: Error): unknown {
  return "code" in error ? error.code : error.name;
}
