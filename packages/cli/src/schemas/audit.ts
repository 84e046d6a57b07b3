import { z } from "zod";

const version = z.literal(1).describe("Version of this shape; a change that breaks readers raises it.");
const count = z.int().min(0);
const hash = z.string().regex(/^[0-9a-f]{64}$/);

const record = z
  .looseObject({
    version,
    sequence: z.int().min(1),
    time: z.string().describe("UTC date and time in ISO 8601."),
    session: z.string(),
    user: z.string().optional(),
    event: z.string().describe("What happened; later versions may add kinds."),
    previous: hash.describe("Hash of the previous record."),
    hash: hash.describe('Hash of the line\'s bytes before `,"hash":`.'),
  })
  .meta({ id: "AuditRecord", description: "A line of the log with all fields of its event." });

const list = z
  .strictObject({
    version,
    events: z.array(record),
    damaged: z.array(z.int().min(1)).describe("Numbers of the first hundred lines that are not records."),
  })
  .describe("Output of skillwright audit list --json.");

const place = {
  line: z.int().min(1),
  expected: z.int().min(1).describe("Sequence number that was expected."),
};
const verify = z
  .strictObject({
    version,
    file: z.string(),
    whole: z.boolean().describe("True if nothing was changed, removed, added or reordered."),
    records: count.describe("Sequence number of the last record."),
    hash: hash.describe("Hash of the last record; zeros if there is none."),
    head: z
      .enum(["present", "missing", "unreadable"])
      .describe("State of the file that records where the log must end."),
    torn: z
      .boolean()
      .describe("A writer was interrupted in the middle of the last line; the next writer preserves it."),
    repairs: count.describe("Records that preserve what an interrupted writer left."),
    faults: z.array(
      z.strictObject({
        kind: z.enum([
          "no-record",
          "changed",
          "missing",
          "misplaced",
          "unlinked",
          "torn",
          "tail-missing",
          "head-differs",
        ]),
        ...place,
        found: count.optional().describe("Sequence number that was found."),
        message: z.string(),
      }),
    ),
    moreFaults: count.describe("Faults beyond those listed."),
  })
  .describe("Output of skillwright audit verify --json.");

/** JSON output of the audit command. */
export const auditSchemas: Readonly<Record<string, z.ZodType>> = {
  "audit-list": list,
  "audit-tail": record.describe("A line of the output of skillwright audit tail --json."),
  "audit-verify": verify,
};
