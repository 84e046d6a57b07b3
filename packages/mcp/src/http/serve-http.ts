import { systemClock } from "@skillwright/runtime";
import type { SkillServer } from "../server/skill-server.ts";
import { answerRequest, type Service } from "./answer-request.ts";
import { createTokenCheck, ownNames } from "./check-head.ts";
import { defaultBounds, type HttpBounds, type HttpEndpoint, type HttpOptions } from "./http-options.ts";
import { createLegacySessions } from "./legacy-sessions.ts";
import { checkAddress, isOwnAddress, listen } from "./listen.ts";

import { createModernRequests } from "./modern-requests.ts";
import { createQuota } from "./quota.ts";

/** Serves skills over streamable HTTP to clients of the 2025 and 2026 protocols. */
export async function serveHttp(server: SkillServer, options: HttpOptions): Promise<HttpEndpoint> {
  const place = checkAddress(options);
  const bounds = { ...defaultBounds, ...options.bounds };
  const service = createService(server, { ...options, path: place.path }, bounds);
  const listener = await listen(place, bounds, (response, identify) =>
    answerRequest(response, { ...service, identify }),
  );
  const stopTelling = server.onChange((change) => service.modern.notify(change));
  const sweeper = setInterval(() => void service.legacy.endIdle(bounds.idleMs), bounds.sweepMs).unref();
  return {
    url: listener.url,
    close: async () => {
      stopTelling();
      clearInterval(sweeper);
      await listener.close(async () => {
        await Promise.all([service.modern.close(), service.legacy.close()]);
      });
    },
  };
}

type ServiceOptions = HttpOptions & { readonly path: string };

function createService(server: SkillServer, options: ServiceOptions, bounds: HttpBounds): Service {
  const onError = (error: unknown): void => options.onTrouble?.(wordsOf(error));
  const { clock = systemClock, host = "", allowedHosts = [], allowedOrigins = [] } = options;
  const quota = createQuota("sessions", bounds.sessions);
  const { holdMs } = bounds;
  return {
    rules: {
      path: options.path,
      // A loopback address can also be used by name; a wildcard address cannot.
      hosts: [...ownNames, ...[host].filter(isOwnAddress), ...allowedHosts].map((name) => name.toLowerCase()),
      origins: allowedOrigins,
      findUser: createTokenCheck(options.tokens),
    },
    maxBodyBytes: bounds.bodyBytes,
    requests: createQuota("requests", bounds.requests),
    bodies: createQuota("large requests", bounds.bodies),
    subscriptions: createQuota("subscriptions", bounds.subscriptions),
    modern: createModernRequests(server, { maxSubscriptions: bounds.subscriptions.all, holdMs, onError }),
    legacy: createLegacySessions(server, { quota, holdMs, clock, onError }),
    onError,
  };
}

/** One line of limited length: parts of it may come from a client. */
function wordsOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  return words.slice(0, troubleCharacters).replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g, " ");
}

const troubleCharacters = 500;
