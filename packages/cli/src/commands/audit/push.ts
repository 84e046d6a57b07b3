import { createNodeFileSystem } from "@skillwright/core/node";
import { formatNumber } from "@skillwright/core/text";
import { readPinFile } from "@skillwright/runtime";
import { UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { openRegistries } from "../../registries/open-registries.ts";
import { machineName } from "../../registries/pin-hub.ts";
import { uploadAudit } from "../../registries/upload-audit.ts";
import { userHubFolder } from "../../session/hub-folders.ts";
import { safeJson } from "../../terminal/safe-text.ts";
import { countOf } from "../../terminal/text-width.ts";
import type { AuditRequest } from "./log.ts";

/** `audit push`: uploads what the hub does not have yet, and verifies that it has it. */
export async function pushAudit({ log, invocation, io }: AuditRequest): Promise<number> {
  const { path } = log;
  if (path === undefined) throw new UsageError("audit push requires a log in a file.");
  const registries = openRegistries(io);
  try {
    const fs = createNodeFileSystem();
    const pin = readPinFile(fs, userHubFolder(io));
    const isPinned = pin !== undefined && pin.hub === registries.hub;
    const report = await uploadAudit({
      ...{ path, agent: isPinned ? pin.subject.agent : machineName(), registries, fs, io },
      ...(isPinned && { pin: { key: pin.key, tenant: pin.subject.tenant } }),
    });
    const { hub, stream, uploaded, sequence, size } = report;
    await io.out(
      invocation.flag("json")
        ? `${safeJson({ version: 1, file: log.name, hub, stream, uploaded, sequence, size }, 2)}\n`
        : `Uploaded ${countOf(uploaded, "record")} to ${hub}. It has proved to have all records up to ${formatNumber(sequence)}.\n`,
    );
    return exitCode.ok;
  } finally {
    registries.http.close();
  }
}
