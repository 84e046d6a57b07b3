import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { formatError, SkillError } from "@skillwright/core";
import { parseJson } from "@skillwright/core/text";
import { reportLimits } from "./limits.ts";
import { readNewFeedback } from "./save-feedback.ts";
import type { ReportPages } from "./serve-report.ts";
import { pagePolicy } from "./to-report-page.ts";

export type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

export type OwnNames = {
  /** The secret path of the page, ending in `/`. */
  readonly path: string;
  /** `127.0.0.1:PORT`. */
  readonly host: string;
};

/**
 * Handles one HTTP request, from the page or from anyone else who found the port; `finished` when the reader is done.
 */
export async function answerReportRequest(
  { request, response }: Exchange,
  pages: ReportPages,
  names: OwnNames,
): Promise<"answered" | "finished"> {
  try {
    const refusal = checkHead(request, names);
    if (refusal !== undefined) return send(response, refusal);
    const what = (request.url ?? "").slice(names.path.length);
    if (request.method === "GET" && what === "") return sendPage(response, pages.page());
    if (request.method !== "POST" || !["feedback", "finish", "alive"].includes(what))
      return send(response, refuse(404, "Not found."));
    const body = await readBody(request);
    if ("status" in body) return send(response, body);
    if (what === "alive") return send(response, { status: 200, body: { alive: true } });
    const feedback = readNewFeedback(body.value, pages.abouts);
    if ("reason" in feedback) return send(response, refuse(400, feedback.reason));
    pages.save(feedback);
    send(response, { status: 200, body: { saved: true, reviews: feedback.reviews.length } });
    return what === "finish" ? "finished" : "answered";
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    return send(response, refuse(409, formatError(error)));
  }
}

type Answer = { readonly status: number; readonly body: object };

function refuse(status: number, message: string): Answer {
  return { status, body: { error: { message } } };
}

/** Origin and Host reveal a page of another site, or one whose name resolves to this machine (DNS rebinding). */
function checkHead({ headers, url = "" }: IncomingMessage, { path, host }: OwnNames): Answer | undefined {
  if (headers.host !== host) return refuse(403, "Host not allowed.");
  if (headers.origin !== undefined && headers.origin !== `http://${host}`)
    return refuse(403, "Origin not allowed.");
  if (!isSame(url.slice(0, path.length), path)) return refuse(404, "Not found.");
  return undefined;
}

/** Compares hashes of equal length, so that timing reveals nothing about the secret. */
function isSame(one: string, other: string): boolean {
  const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(hashOf(one), hashOf(other));
}

async function readBody(request: IncomingMessage): Promise<Answer | { readonly value: unknown }> {
  // Pages of other sites can send other types without a CORS preflight.
  if (!/^application\/json(?:;|$)/i.test(request.headers["content-type"] ?? ""))
    return refuse(415, "Send Content-Type: application/json.");
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += chunk.length;
    if (length > reportLimits.reportFeedbackBytes)
      return refuse(413, `The body is limited to ${reportLimits.reportFeedbackBytes} bytes.`);
    chunks.push(chunk);
  }
  const value = parseJson(Buffer.concat(chunks).toString("utf8"));
  return value === undefined ? refuse(400, "The body is not JSON.") : { value };
}

/** Forbids caching, framing and sniffing. */
const headers = {
  "cache-control": "no-store",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
} as const;

function sendPage(response: ServerResponse, page: string): "answered" {
  const policy = `${pagePolicy({ isServed: true })}; frame-ancestors 'none'`;
  response.writeHead(200, {
    ...headers,
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy,
  });
  response.end(page);
  return "answered";
}

function send(response: ServerResponse, { status, body }: Answer): "answered" {
  const isRefusal = status >= 400;
  response.writeHead(status, {
    ...headers,
    "content-type": "application/json",
    // Closing the connection discards the unread rest of a refused request.
    ...(isRefusal ? { connection: "close" } : {}),
  });
  response.end(`${JSON.stringify(body)}\n`);
  return "answered";
}
