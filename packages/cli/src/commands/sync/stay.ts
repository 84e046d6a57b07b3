import { rememberTime } from "@skillwright/runtime";
import type { Invocation } from "../../command.ts";
import type { Io } from "../../io.ts";
import type { Registries } from "../../registries/open-registries.ts";
import { followHub } from "../../sync/follow-hub.ts";
import { describeFailure, runSync, type Syncing } from "../../sync/run-sync.ts";
import { explainLease, runJobs, tellLine, tellReport } from "./tell.ts";

type Staying = { readonly invocation: Invocation; readonly registries: Registries; readonly io: Io };

/** Applies each new state of the hub until the user or the system ends the command. */
export async function staySynced(syncing: Syncing, { invocation, registries, io }: Staying): Promise<void> {
  const { pin, signal } = syncing;
  const telling = { syncing, invocation, io };
  let applied = 0;
  let lastFailure: string | undefined;
  const onNews = async (sequence: number | undefined): Promise<void> => {
    // What an event announces may have come with the last look.
    if (sequence !== undefined && sequence <= applied) return;
    rememberTime(syncing.fs, syncing.clockFile, syncing.now());
    try {
      const report = await runSync(syncing);
      applied = report.state.sequence;
      const problems = await runJobs({ io, registries, pin });
      if (report.isNew || lastFailure !== undefined || problems.length > 0)
        await tellReport(report, { problems, ...telling });
      lastFailure = undefined;
    } catch (error) {
      if (signal.aborted) return;
      const failure = describeFailure(error);
      // Once, not every minute.
      if (failure !== lastFailure)
        await tellLine({ event: "failed", reason: failure, lease: explainLease(syncing) }, telling);
      lastFailure = failure;
    }
  };
  await followHub({
    ...{ http: registries.http, hub: pin.hub, signal, onNews },
    onConnection: (isConnected) =>
      tellLine(isConnected ? { event: "connected" } : { event: "disconnected" }, telling),
  });
}
