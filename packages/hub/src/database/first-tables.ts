/** A table as data. The question mark is for columns that may be null. */
export type TablePlan = {
  readonly columns: Readonly<Record<string, "text" | "text?" | "integer" | "integer?" | "bytes">>;
  readonly key: readonly string[];
  readonly indexes?: readonly (readonly string[])[];
  readonly unique?: readonly (readonly string[])[];
};

/** The tables of the first version; `tables.ts` says what the columns mean. */
export const firstTables: Readonly<Record<string, TablePlan>> = {
  settings: { columns: { key: "text", value: "text" }, key: ["key"] },
  tenants: {
    columns: { id: "text", name: "text", created_at: "integer", restricts_creation: "integer?" },
    key: ["id"],
  },
  teams: { columns: { tenant: "text", name: "text", created_at: "integer" }, key: ["tenant", "name"] },
  people: {
    columns: {
      ...{ id: "text", name: "text", email: "text?", issuer: "text?", subject: "text?" },
      ...{ created_at: "integer", disabled_at: "integer?" },
    },
    key: ["id"],
    unique: [["issuer", "subject"]],
  },
  memberships: {
    columns: { person: "text", tenant: "text", team: "text", role: "text", source: "text?" },
    key: ["person", "tenant", "team", "role"],
    indexes: [["tenant"]],
  },
  tokens: {
    columns: {
      ...{ id: "text", hash: "text", kind: "text", name: "text", person: "text?", tenant: "text" },
      ...{ team: "text", role: "text?", scopes: "text?", created_by: "text", created_at: "integer" },
      ...{ expires_at: "integer?", used_at: "integer?", revoked_at: "integer?" },
    },
    key: ["id"],
    indexes: [["tenant"]],
  },
  browser_sessions: {
    columns: {
      ...{ id: "text", person: "text?", token: "text?", created_at: "integer", expires_at: "integer" },
    },
    key: ["id"],
    indexes: [["expires_at"]],
  },
  sign_ins: {
    columns: { state: "text", verifier: "text", nonce: "text", return_to: "text", created_at: "integer" },
    key: ["state"],
  },
  blobs: {
    columns: { digest: "text", size: "integer", bytes: "bytes", created_at: "integer" },
    key: ["digest"],
  },
  uploads: {
    columns: { tenant: "text", digest: "text", principal: "text", created_at: "integer" },
    key: ["tenant", "digest", "principal"],
    indexes: [["created_at"], ["digest"]],
  },
  contents: { columns: { digest: "text", instructions: "text", files: "text" }, key: ["digest"] },
  skills: {
    columns: {
      ...{ tenant: "text", name: "text", team: "text", visibility: "text", description: "text" },
      ...{ created_by: "text", created_at: "integer", changed_at: "integer" },
    },
    key: ["tenant", "name"],
    indexes: [["name"]],
  },
  versions: {
    columns: {
      ...{ tenant: "text", name: "text", version: "text", digest: "text", archive_digest: "text" },
      ...{ archive_size: "integer", artifact_digest: "text", git_commit: "text" },
      ...{ signature_digest: "text?", signature_size: "integer?", signer: "text?" },
      ...{ publisher: "text", published_at: "integer", description: "text" },
      ...{ state: "text", requested: "text", findings: "text", yanked: "text?", deprecated: "text?" },
    },
    key: ["tenant", "name", "version"],
    indexes: [["digest"], ["archive_digest"], ["artifact_digest"], ["signature_digest"]],
  },
  tags: {
    columns: { tenant: "text", name: "text", tag: "text", version: "text" },
    key: ["tenant", "name", "tag"],
  },
  approvals: {
    columns: {
      ...{ id: "text", tenant: "text", name: "text", version: "text", digest: "text", requested: "text" },
      ...{ policy_version: "integer", enterprise_policy_version: "integer", asks: "text" },
      ...{ asked_by: "text", asked_at: "integer", reason: "text", state: "text" },
      ...{ decided_by: "text?", decided_at: "integer?", comment: "text?", expires_at: "integer?" },
    },
    key: ["id"],
    indexes: [
      ["tenant", "state", "asked_at"],
      ["tenant", "name", "version", "asked_at"],
      ["state", "expires_at"],
    ],
  },
  policies: {
    columns: {
      ...{ tenant: "text", version: "integer", body: "text", digest: "text" },
      ...{ created_by: "text", created_at: "integer", active_at: "integer?" },
    },
    key: ["tenant", "version"],
  },
  deployments: {
    columns: {
      ...{ id: "text", tenant: "text", name: "text", version: "text", digest: "text", environment: "text" },
      ...{ created_by: "text", created_at: "integer", ended_by: "text?", ended_at: "integer?" },
    },
    key: ["id"],
    indexes: [["tenant", "ended_at"]],
  },
  revocations: {
    columns: {
      ...{ id: "text", tenant: "text", kind: "text", value: "text", message: "text" },
      ...{ created_by: "text", created_at: "integer", expires_at: "integer?" },
      ...{ lifted_by: "text?", lifted_at: "integer?", sequences: "text" },
    },
    key: ["id"],
    indexes: [["tenant", "lifted_at"]],
  },
  states: {
    columns: {
      ...{ tenant: "text", sequence: "integer", document: "text" },
      ...{ issued_at: "integer", expires_at: "integer" },
    },
    key: ["tenant", "sequence"],
  },
  agents: {
    columns: {
      ...{ tenant: "text", id: "text", name: "text", person: "text?", program: "text" },
      ...{ environment: "text", seen_at: "integer", sequence: "integer", acknowledged_at: "integer?" },
      owner: "text?",
    },
    key: ["tenant", "id"],
  },
  streams: {
    columns: {
      ...{ tenant: "text", stream: "text", agent: "text", sequence: "integer", hash: "text" },
      ...{ started_at: "integer", owner: "text?" },
    },
    key: ["tenant", "stream"],
  },
  events: {
    columns: {
      ...{ tenant: "text", stream: "text", sequence: "integer", leaf: "integer", time: "integer" },
      ...{ received_at: "integer", kind: "text", session: "text", skill: "text?", digest: "text?" },
      ...{ person: "text?", agent: "text", outcome: "text?", body: "text?", hash: "text" },
    },
    key: ["tenant", "stream", "sequence"],
    indexes: [
      ["tenant", "leaf"],
      ["tenant", "skill", "leaf"],
      ["tenant", "person", "leaf"],
      ["tenant", "session", "leaf"],
    ],
  },
  tiles: {
    columns: { tenant: "text", level: "integer", tile: "integer", hashes: "bytes" },
    key: ["tenant", "level", "tile"],
  },
  checkpoints: {
    columns: { tenant: "text", size: "integer", note: "text", created_at: "integer" },
    key: ["tenant", "size"],
  },
  rollups: {
    columns: {
      ...{ tenant: "text", hour: "integer", skill: "text", agent: "text", activations: "integer" },
      ...{ refusals: "integer", calls: "integer", denials: "integer", failures: "integer" },
      duration_ms: "integer",
    },
    key: ["tenant", "hour", "skill", "agent"],
  },
  feedback: {
    columns: {
      ...{ id: "text", tenant: "text", name: "text", version: "text", digest: "text", author: "text" },
      ...{ helped: "integer", comment: "text", created_at: "integer" },
    },
    key: ["id"],
    indexes: [["tenant", "name", "created_at"]],
  },
};
