import type { IncomingMessage, ServerResponse } from "node:http";
import { hubLimits } from "../limits.ts";

/**
 * Answers that are sent again without asking anybody, as long as nothing at all has changed in the database. Reading a skill's
 * document takes a third of the time this way. Credentials are part of the key, so an answer only goes to whoever got it before.
 */
export type AnswerCache = {
  /** Sends a known answer; false if there is none, so that the request must be handled. */
  answer(incoming: IncomingMessage, outgoing: ServerResponse): boolean;
  /** Call before a request is handled: what is read later may be newer than this says, but not older. */
  revision(): number | undefined;
  keep(answer: KeptAnswer): void;
};

type KeptAnswer = {
  readonly url: string;
  readonly authorization: string | undefined;
  readonly revision: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** When its credentials expire. */
  readonly expiresAt: number | undefined;
  readonly isKnown: boolean;
  /** Whom limits count it for; undefined for the address of each request. */
  readonly who: string | undefined;
  /** Counts one more request with this answer. */
  readonly count: (status: number) => void;
};

type Entry = {
  readonly answer: KeptAnswer;
  readonly headers: Readonly<Record<string, string>>;
  readonly until: number;
};

export type CacheParts = {
  /** Changes with every commit of anybody; undefined if that cannot be told without asking a server. */
  readonly revision: () => number | undefined;
  readonly now: () => number;
  /** Counts a request; false if it is one too many or must not be answered. */
  readonly admits: (incoming: IncomingMessage, answer: KeptAnswer) => boolean;
};

export function createAnswerCache({ revision, now, admits }: CacheParts): AnswerCache {
  const entries = new Map<string, Entry>();
  let current: number | undefined;
  let bytes = 0;
  const clear = (): void => {
    entries.clear();
    bytes = 0;
  };
  return {
    revision,
    answer: (incoming, outgoing) => {
      const { method, url = "", headers } = incoming;
      if (entries.size === 0 || method !== "GET" || headers.cookie !== undefined) return false;
      const entry = entries.get(keyOf(url, headers.authorization));
      if (entry === undefined) return false;
      if (revision() !== current || entry.until <= now()) {
        clear();
        return false;
      }
      if (!admits(incoming, entry.answer)) return false;
      const { body, headers: named, count } = entry.answer;
      const isSame = named.etag !== undefined && headers["if-none-match"] === named.etag;
      count(isSame ? 304 : 200);
      if (isSame) outgoing.writeHead(304, named).end();
      else outgoing.writeHead(200, entry.headers).end(body);
      return true;
    },
    keep: (answer) => {
      if (answer.revision !== current) clear();
      current = answer.revision;
      bytes += answer.body.length;
      if (bytes > hubLimits.cachedBytes || entries.size >= hubLimits.cachedAnswers) {
        clear();
        bytes = answer.body.length;
      }
      const until = Math.min(answer.expiresAt ?? Number.POSITIVE_INFINITY, now() + hubLimits.cachedMs);
      const headers = { ...answer.headers, "content-length": String(Buffer.byteLength(answer.body)) };
      entries.set(keyOf(answer.url, answer.authorization), { answer, headers, until });
    },
  };
}

function keyOf(url: string, authorization: string | undefined): string {
  return authorization === undefined ? url : `${url} ${authorization}`;
}
