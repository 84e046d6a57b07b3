/** What the hub answered instead of doing something, or that it did not answer at all. */
export class HubError extends Error {
  /** The HTTP status; 0 if no answer came. */
  readonly status: number;
  /** The hub's code, such as `NOT_FOUND`. */
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = "HubError";
    this.status = status;
    this.code = code;
  }
}

export function isOffline(error: unknown): boolean {
  return error instanceof HubError && error.status === 0;
}

export function statusOf(error: unknown): number | undefined {
  return error instanceof HubError ? error.status : undefined;
}
