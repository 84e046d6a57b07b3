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

const report = z
  .strictObject({
    version,
    days: count,
    since: z.string().describe("Start of the time reported on."),
    calls: count.describe("All calls in that time."),
    wouldDeny: count.describe("Those that would have been refused."),
    groups: z.array(
      z.strictObject({
        skill: z.string(),
        tool: z.string(),
        program: z
          .string()
          .nullable()
          .describe("The program that is not on the list; null if the call is not a command."),
        rule: z.string().describe("The rule that would have refused: only, for a skill's list."),
        calls: count,
        first: z.string(),
        last: z.string(),
        example: z.string().describe("The command, path or address of the first of them."),
      }),
    ),
    moreCalls: count.describe("Calls in groups beyond those listed."),
    damaged: count.describe("Lines of the log that cannot be read."),
  })
  .describe("Output of skillwright audit report --json.");

const decision = {
  effect: z.enum(["allow", "ask", "deny"]),
  rule: z
    .string()
    .describe("The pattern as written, or the setting that decided: only, otherwise, skill-tools, none."),
  layer: z.string().describe("The deciding layer: organisation, skill, or default for the host."),
  file: z.string().optional().describe("The policy file the rule is from."),
  reason: z.enum([
    "denied-by-rule",
    "asked-by-rule",
    "allowed-by-rule",
    "on-the-list",
    "not-on-the-list",
    "cannot-be-read",
    "by-default",
    "skill-tool",
    "no-rule",
  ]),
  detail: z
    .string()
    .optional()
    .describe("The part of the call that decided, such as one of several commands."),
};

const explain = z.strictObject(decision).describe("Output of skillwright policy explain --json.");

const id = z.union([z.string(), z.number()]).describe("As in the request.");
const batch = z
  .union([
    z.strictObject({ id, ...decision }).describe("For a call."),
    z.strictObject({ id: id.nullable(), error: z.string() }).describe("For an invalid line."),
  ])
  .describe("A line of the output of skillwright policy explain --batch.");

/** JSON output of audit and policy. */
const push = z
  .strictObject({
    version,
    file: z.string(),
    hub: z.string().describe("Address of the hub."),
    stream: z.string().describe("The hub's name for this log; empty if nothing was ever uploaded."),
    uploaded: count.describe("Records uploaded by this call."),
    sequence: count.describe("The hub has proved to have all records up to this one."),
    size: count.describe("Entries in the tenant's log."),
  })
  .describe("Output of skillwright audit push --json.");

const prove = z
  .strictObject({
    version,
    file: z.string().describe("The proof."),
    stream: z.string(),
    first: z.int().min(1),
    last: z.int().min(1),
  })
  .describe("Output of skillwright audit prove --json.");

const verifyProof = z
  .strictObject({
    version,
    file: z.string(),
    proved: z.boolean().describe("True if every proof holds."),
    proofs: z.array(
      z.strictObject({
        proved: z.boolean(),
        fault: z.enum(["unreadable", "line-changed", "no-key", "not-signed", "not-included"]).optional(),
        message: z.string().optional(),
        log: z.string().optional().describe("Name of the hub's log."),
        size: count.optional().describe("Entries in the log when the proof was made."),
        leaf: count.optional().describe("The record's place in the log."),
        record: record.optional(),
      }),
    ),
  })
  .describe("Output of skillwright audit verify --proof --json.");

export const governanceSchemas: Readonly<Record<string, z.ZodType>> = {
  "audit-list": list,
  "audit-tail": record.describe("A line of the output of skillwright audit tail --json."),
  "audit-report": report,
  "audit-verify": verify,
  "audit-verify-proof": verifyProof,
  "audit-push": push,
  "audit-prove": prove,
  "policy-explain": explain,
  "policy-batch": batch,
};
