import type { Trial, TrialEvent, TrialFiles } from "./trial.ts";

/** A trial in which nothing but the given events happened. */
export function trialOf({
  files,
  ...rest
}: Partial<Omit<Trial, "files">> & { files?: Partial<TrialFiles> } = {}): Trial {
  const { events = [] } = rest;
  const said = events.flatMap((event) => (event.type === "said" && !event.agent ? [event.text] : []));
  return {
    ...{ status: "finished", answer: said.at(-1) ?? "", activated: [], steps: 1, usage: [], durationMs: 1 },
    ...rest,
    events,
    files: { created: [], modified: [], deleted: [], unchanged: [], texts: [], ...files },
  };
}

export const say = (text: string, agent?: string): TrialEvent => ({
  ...(agent === undefined ? {} : { agent }),
  ...{ type: "said", text },
});

/** A call with its result. */
export function use(
  tool: string,
  input: unknown,
  answer: {
    readonly ok?: boolean;
    readonly denied?: true;
    readonly output?: string;
    readonly agent?: string;
  } = {},
): readonly TrialEvent[] {
  const { ok = true, denied, output = "", agent } = answer;
  const who = agent === undefined ? {} : { agent };
  const call = "call-1";
  return [
    { ...who, type: "called", call, tool, input },
    { ...who, type: "answered", call, tool, ok, ...(denied ? { denied } : {}), output },
  ];
}

/** A boundary for questions to a judge. */
export const boundary = "k7f3a9c2e1";
