import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { formatError, SkillError } from "@skillwright/core";
import { parseJson } from "@skillwright/core/text";
import { reportLimits } from "./limits.ts";
import { readNewFeedback } from "./read-new-feedback.ts";
import type { ReportPages } from "./report-pages.ts";
import { pagePolicy } from "./to-report-page.ts";

export type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

export type OwnNames = {
  /** The secret path of the page, ending in `/`. */
  readonly path: string;
  /** `127.0.0.1:PORT`. */
  readonly host: string;
};

/** Answers one request of the page or of whoever else found the port; `finished` when the reader wants no more. */
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
      return send(response, refuse(404, "There is nothing at this path."));
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

/** A page of another site, or one whose name leads to this machine (DNS rebinding), is known by Origin and Host. */
function checkHead({ headers, url = "" }: IncomingMessage, { path, host }: OwnNames): Answer | undefined {
  if (headers.host !== host) return refuse(403, "This server does not answer under the name in Host.");
  if (headers.origin !== undefined && headers.origin !== `http://${host}`)
    return refuse(403, "This server does not answer pages of this Origin.");
  if (!isSame(url.slice(0, path.length), path)) return refuse(404, "There is nothing at this path.");
  return undefined;
}

/** Hashes have one length, so the time taken tells nothing of the secret. */
function isSame(one: string, other: string): boolean {
  const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(hashOf(one), hashOf(other));
}

async function readBody(request: IncomingMessage): Promise<Answer | { readonly value: unknown }> {
  // Other types can be sent by a page of any site without being asked.
  if (!/^application\/json(?:;|$)/i.test(request.headers["content-type"] ?? ""))
    return refuse(415, "Send Content-Type: application/json.");
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += chunk.length;
    if (length > reportLimits.reportFeedbackBytes)
      return refuse(413, `A request has at most ${reportLimits.reportFeedbackBytes} bytes.`);
    chunks.push(chunk);
  }
  const value = parseJson(Buffer.concat(chunks).toString("utf8"));
  return value === undefined ? refuse(400, "The body is not JSON.") : { value };
}

/** Nobody else may keep, frame or guess at what is sent. */
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
    // What was not read of a refused request is thrown away with its connection.
    ...(isRefusal ? { connection: "close" } : {}),
  });
  response.end(`${JSON.stringify(body)}\n`);
  return "answered";
}
