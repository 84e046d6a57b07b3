/** What the hub answers instead of doing something. UAAPS names these codes. */
const statuses = {
  INVALID_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  VERSION_CONFLICT: 409,
  /** Lines of a log are missing before those of an upload. */
  AUDIT_GAP: 409,
  /** The lines of an upload are not those that the hub has of the same log. */
  AUDIT_FORK: 409,
  /** The hub's log is shorter than a checkpoint that the agent has seen. */
  AUDIT_ROLLED_BACK: 409,
  GONE: 410,
  TOO_LARGE: 413,
  UNSUPPORTED: 415,
  MISDIRECTED: 421,
  INVALID_PACKAGE: 422,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const;

export type RefusalCode = keyof typeof statuses;

/** Ends a request with a status and a sentence for people. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: RefusalCode, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = "Refusal";
    this.code = code;
    this.status = statuses[code];
    this.headers = headers;
  }
}

/** The body of every refusal. */
export function refusalAnswer({ code, status, message, headers }: Refusal): Response {
  return Response.json({ error: { code, message } }, { status, headers: { ...headers, ...uncached } });
}

const uncached = { "cache-control": "no-store" };
