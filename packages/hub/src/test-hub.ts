import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { HubSettingsSchema } from "./config/settings.ts";
import { type HubOptions, type RunningHub, startHub } from "./start-hub.ts";

/** A new folder that is gone after the test run. */
export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), "skillwright-hub-"));
}

export type TestHub = RunningHub & {
  /** The administrator's token. */
  readonly token: string;
  /** What the hub logged, a line each. */
  readonly lines: readonly string[];
  /** Sends JSON or bytes, with a token or without. */
  send(method: string, path: string, options?: SendOptions): Promise<Response>;
};

type SendOptions = {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A hub on a free port of this machine, stopped when the test ends. */
export async function startTestHub(
  settings: object = {},
  folder: string = temporaryFolder(),
  now: () => number = Date.now,
): Promise<TestHub> {
  return startTestHubWith({ settings: HubSettingsSchema.parse(settings), dataFolder: folder, now });
}

/** The same with all options of a hub. */
export async function startTestHubWith(options: Omit<HubOptions, "writeLog">): Promise<TestHub> {
  const hub = await openTestHub(options);
  onTestFinished(() => hub.close());
  return hub;
}

/** The same for many tests, one of which or a hook of theirs closes it. */
export async function openTestHub(options: Omit<HubOptions, "writeLog">): Promise<TestHub> {
  const lines: string[] = [];
  const hub = await startHub({
    ...options,
    writeLog: (line) => lines.push(line),
  });
  const send: TestHub["send"] = (method, path, { token, body, headers = {} } = {}) => {
    const bytes = body instanceof Uint8Array ? Buffer.from(body) : undefined;
    return fetch(new URL(path, hub.listensAt), {
      method,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { body: bytes ?? JSON.stringify(body) }),
    });
  };
  return { ...hub, token: hub.firstToken ?? "", lines, send };
}
