import { createHash } from "node:crypto";

type AnswerOptions = {
  /** Caches in front of the hub may keep the answer too; otherwise only the client. */
  readonly isPublic: boolean;
};

/** A JSON answer that clients and caches keep, and ask about by its ETag. */
export function jsonAnswer(value: unknown, request: Request, { isPublic }: AnswerOptions): Response {
  const text = JSON.stringify(value);
  const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
  const headers = {
    etag,
    "content-type": "application/json",
    "cache-control": isPublic ? "public, max-age=0, must-revalidate" : "private, no-cache",
    vary: "authorization",
  };
  if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers });
  return new Response(text, { headers });
}
