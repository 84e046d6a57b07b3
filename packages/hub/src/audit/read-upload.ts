import { type AuditRecord, parseRecord, readLink } from "@skillwright/core/audit";
import { nodeSha256 } from "@skillwright/core/node";
import type { AuditUpload } from "@skillwright/core/registry";
import { Refusal } from "../http/refusal.ts";
import { type NewEvent, toEventRow } from "./event-row.ts";
import { hubStream } from "./record-change.ts";

/** A line whose hash is right and that follows the one before it. */
export type CheckedLine = {
  readonly row: NewEvent;
  readonly record: AuditRecord;
  /** Hash of the line before it. */
  readonly previous: string;
};

/** Checks the lines of an upload by themselves; what the hub has of the log is compared when they are stored. */
export function checkLines(
  { stream, agent, lines }: AuditUpload,
  receivedAt: number,
): readonly CheckedLine[] {
  if (stream === hubStream)
    throw new Refusal("FORBIDDEN", `The log ${hubStream} is the hub's own; choose another name.`);
  const checked: CheckedLine[] = [];
  for (const [index, line] of lines.entries()) {
    const link = readLink(line, nodeSha256);
    const record = link && parseRecord(line);
    if (!link?.sound || record === undefined)
      throw new Refusal(
        "INVALID_REQUEST",
        `Line ${index + 1} is not a line of an audit log, or was changed.`,
      );
    const before = checked.at(-1)?.row;
    if (before !== undefined && (link.sequence !== before.sequence + 1 || link.previous !== before.hash))
      throw new Refusal("INVALID_REQUEST", `Line ${index + 1} does not follow the one before it.`);
    checked.push({
      row: toEventRow(record, { stream, agent, line, receivedAt }),
      ...{ record, previous: link.previous },
    });
  }
  return checked;
}
