import { z } from "zod";

const version = z.literal(1).describe("Version of this shape; a change that breaks readers raises it.");
const count = z.int().min(0);
const hash = z.string().regex(/^[0-9a-f]{64}$/);

const record = z
  .looseObject({
    version,
    sequence: z.int().min(1),
    time: z.string().describe("Date and time of day in UTC, as ISO 8601 has it."),
    session: z.string(),
    user: z.string().optional(),
    event: z.string().describe("What happened; later versions know further kinds."),
    previous: hash.describe("Of the record before it."),
    hash: hash.describe('Of the bytes of the line before `,"hash":`.'),
  })
  .meta({ id: "AuditRecord", description: "A line of the log, with all that its event says." });

const list = z
  .strictObject({
    version,
    events: z.array(record),
    damaged: z.array(z.int().min(1)).describe("Numbers of the first hundred lines that are no records."),
  })
  .describe("Output of skillwright audit list --json.");

const place = {
  line: z.int().min(1),
  expected: z.int().min(1).describe("Number of the record that was expected."),
};
const verify = z
  .strictObject({
    version,
    file: z.string(),
    whole: z.boolean().describe("Nothing was changed, removed, added or reordered."),
    records: count.describe("Number of the last record."),
    hash: hash.describe("Of the last record; zeros when there is none."),
    head: z.enum(["present", "missing", "unreadable"]).describe("The file that says where the log must end."),
    torn: z.boolean().describe("A writer was stopped in the middle of the last line; the next one keeps it."),
    repairs: count.describe("Records that keep what such a writer left."),
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
        found: count.optional().describe("Number of the record that was found."),
        message: z.string(),
      }),
    ),
    moreFaults: count.describe("Faults beyond those listed."),
  })
  .describe("Output of skillwright audit verify --json.");

/** Shapes of what the audit command prints. */
export const auditSchemas: Readonly<Record<string, z.ZodType>> = {
  "audit-list": list,
  "audit-tail": record.describe("A line of the output of skillwright audit tail --json."),
  "audit-verify": verify,
};
