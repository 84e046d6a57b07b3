import type { IncomingMessage, ServerResponse } from "node:http";
import { isJSONRPCRequest, isLegacyRequest } from "@modelcontextprotocol/server";
import { allowOrigin, checkHead, type HeadRules, isAllowedOrigin } from "./check-head.ts";
import { type MessageParts, refuse, sendAnswer, sendRefusal, toMessage } from "./exchange.ts";
import type { LegacySessions } from "./legacy-sessions.ts";
import type { ModernRequests } from "./modern-requests.ts";
import { createHoldings, type Holdings, type Quota } from "./quota.ts";
import { readBody } from "./read-body.ts";

/** What all requests share. */
export type Service = {
  readonly rules: HeadRules;
  readonly maxBodyBytes: number;
  readonly requests: Quota;
  readonly bodies: Quota;
  readonly subscriptions: Quota;
  readonly modern: ModernRequests;
  readonly legacy: LegacySessions;
  readonly onError: (error: unknown) => void;
};

/** Called once the sender of a request is known. */
type Identifying = { readonly identify: () => void };

/** Serves one request, or refuses it. */
export async function answerRequest(response: ServerResponse, service: Service & Identifying): Promise<void> {
  try {
    const { origin } = response.req.headers;
    if (origin !== undefined && isAllowedOrigin(origin, service.rules.origins)) allowOrigin(response, origin);
    const head = checkHead(response.req, service.rules);
    if (head instanceof Response)
      return await (head.ok ? sendAnswer(head, response) : sendRefusal(head, response));
    service.identify();
    const parts = { user: head.user, response };
    if (response.req.method === "POST") return await answerPost(parts, service);
    await sendAnswer(await service.legacy.answer(toMessage(parts)), response);
  } catch (error) {
    await handleFailure(error, response, service);
  }
}

async function answerPost(parts: MessageParts, service: Service): Promise<void> {
  const holdings = createHoldings(parts.user);
  try {
    await answerWithin(holdings, parts, service);
  } finally {
    holdings.giveAllBack();
  }
}

async function answerWithin(holdings: Holdings, parts: MessageParts, service: Service): Promise<void> {
  const { response } = parts;
  const refusal = holdings.take(service.requests, 1);
  if (refusal) return await sendRefusal(refusal, response);
  const reserve = (bytes: number): Response | undefined => holdings.take(service.bodies, bytes);
  const read = await readBody(response.req, { maxBytes: service.maxBodyBytes, reserve });
  if (read instanceof Response) return await sendRefusal(read, response);
  const message = toMessage({ ...parts, body: read.body });
  const isLegacy = await isLegacyRequest(message.request, message.body);
  const answer = isLegacy
    ? await service.legacy.answer(message)
    : (moveToSubscriptions(message.body, holdings, service) ?? (await service.modern.answer(message)));
  await sendAnswer(answer, response);
}

/** A subscription stays as long as its client, so it must not use up the quota for requests. */
function moveToSubscriptions(body: unknown, holdings: Holdings, service: Service): Response | undefined {
  if (!isJSONRPCRequest(body) || body.method !== "subscriptions/listen") return undefined;
  holdings.giveBack(service.requests);
  holdings.giveBack(service.bodies);
  return holdings.take(service.subscriptions, 1);
}

async function handleFailure(error: unknown, response: ServerResponse, service: Service): Promise<void> {
  // A client that leaves while sending ends the reading of its body.
  if (hasGone(response.req)) return;
  service.onError(error);
  if (response.headersSent) response.destroy();
  else await sendRefusal(refuse({ status: 500, message: "Internal error." }), response);
}

function hasGone(request: IncomingMessage): boolean {
  return request.destroyed && !request.complete;
}
