import type { ApprovalState } from "@skillwright/core/registry";

/**
 * The tables. Both databases have the same ones: times are milliseconds since 1970, flags are 0 or 1, ids are text, and JSON is text
 * that no query looks into. An empty text stands for "all" in keys (`team`, `environment`), since keys cannot be null.
 */
export type Tables = {
  readonly settings: { readonly key: string; readonly value: string };
  readonly tenants: {
    readonly id: string;
    readonly name: string;
    readonly created_at: number;
    /** 1 if publishers may publish versions but not create skills. */
    readonly restricts_creation: number | null;
  };
  readonly teams: { readonly tenant: string; readonly name: string; readonly created_at: number };
  readonly people: {
    readonly id: string;
    readonly name: string;
    readonly email: string | null;
    /** The identity provider and its name for the person. */
    readonly issuer: string | null;
    readonly subject: string | null;
    /** The tenant of their requests that name none, as long as they have a role there; null until roles are given by hand. */
    readonly home: string | null;
    readonly created_at: number;
    readonly disabled_at: number | null;
  };
  readonly memberships: {
    readonly person: string;
    readonly tenant: string;
    readonly team: string;
    readonly role: string;
    /** `groups` if the identity provider gave it, which takes it away again at a sign-in; null if an administrator did. */
    readonly source: string | null;
  };
  readonly tokens: TokenRow;
  readonly browser_sessions: {
    /** SHA-256 of what the cookie holds. */
    readonly id: string;
    /** Whom it acts for; null if it acts as a token without a person. */
    readonly person: string | null;
    /** The token it was opened with. The session has its scopes and ends with it. */
    readonly token: string | null;
    readonly created_at: number;
    readonly expires_at: number;
  };
  /** Sign-ins that an identity provider has not answered yet. */
  readonly sign_ins: {
    /** SHA-256 of the state in the address. */
    readonly state: string;
    readonly verifier: string;
    readonly nonce: string;
    readonly return_to: string;
    readonly created_at: number;
  };
  readonly blobs: {
    readonly digest: string;
    readonly size: number;
    readonly bytes: Uint8Array;
    readonly created_at: number;
  };
  /** Who has sent which bytes, and so may publish them; knowing a digest is not enough. */
  readonly uploads: {
    readonly tenant: string;
    readonly digest: string;
    readonly principal: string;
    readonly created_at: number;
  };
  /** What answers need of a skill's content without unpacking its archive, by content digest. */
  readonly contents: {
    readonly digest: string;
    /** The text of SKILL.md. */
    readonly instructions: string;
    /** JSON list of `ContentFile`. */
    readonly files: string;
  };
  readonly skills: SkillRow;
  readonly versions: VersionRow;
  readonly drafts: DraftRow;
  readonly tags: {
    readonly tenant: string;
    readonly name: string;
    readonly tag: string;
    readonly version: string;
  };
  readonly approvals: ApprovalRow;
  readonly policies: PolicyRow;
  readonly deployments: DeploymentRow;
  readonly revocations: RevocationRow;
  /** The newest state documents that were issued, as they were signed. */
  readonly states: {
    readonly tenant: string;
    readonly sequence: number;
    readonly document: string;
    readonly issued_at: number;
    readonly expires_at: number;
  };
  readonly agents: {
    readonly tenant: string;
    readonly id: string;
    readonly name: string;
    readonly person: string | null;
    readonly program: string;
    readonly environment: string;
    readonly seen_at: number;
    /** The newest state document that it has confirmed. */
    readonly sequence: number;
    readonly acknowledged_at: number | null;
  };
  /** The principal that first used an agent's id, to confirm or to upload, so that no other speaks for the agent. */
  readonly agent_owners: { readonly tenant: string; readonly id: string; readonly owner: string };
  /** One audit log of one machine, and how far it has been received. */
  readonly streams: {
    readonly tenant: string;
    readonly stream: string;
    readonly agent: string;
    readonly sequence: number;
    readonly hash: string;
    readonly started_at: number;
    /** As for agents; null for the hub's own. */
    readonly owner: string | null;
  };
  readonly events: EventRow;
  readonly tiles: {
    readonly tenant: string;
    readonly level: number;
    readonly tile: number;
    /** 32 bytes each, at most 256 of them. */
    readonly hashes: Uint8Array;
  };
  readonly checkpoints: {
    readonly tenant: string;
    readonly size: number;
    readonly note: string;
    readonly created_at: number;
  };
  /** Counts per hour; hours are numbered since 1970. */
  readonly rollups: Rollup & { readonly hour: number };
  /** The same per day, a twentieth of the rows: for reports of many days. */
  readonly daily_rollups: Rollup & { readonly day: number };
  /** Refused calls by what refused them, so that reports need not read events. */
  readonly refused_calls: {
    readonly tenant: string;
    readonly hour: number;
    readonly skill: string;
    /** The policy, and its pattern or setting. */
    readonly layer: string;
    readonly rule: string;
    readonly calls: number;
  };
  readonly feedback: {
    readonly id: string;
    readonly tenant: string;
    readonly name: string;
    readonly version: string;
    readonly digest: string;
    readonly author: string;
    readonly helped: number;
    readonly comment: string;
    readonly created_at: number;
  };
};

type Rollup = {
  readonly tenant: string;
  readonly skill: string;
  readonly agent: string;
  readonly activations: number;
  readonly refusals: number;
  readonly calls: number;
  readonly denials: number;
  readonly failures: number;
  readonly duration_ms: number;
};

export type TokenRow = {
  readonly id: string;
  /** SHA-256 of the secret part. */
  readonly hash: string;
  /** `personal` acts for a person, `service` has a role of its own, `capability` is part of an address, `link` signs in once. */
  readonly kind: "personal" | "service" | "capability" | "link";
  readonly name: string;
  readonly person: string | null;
  readonly tenant: string;
  readonly team: string;
  readonly role: string | null;
  /** JSON list of the only permissions it has; null for all of the role or the person. */
  readonly scopes: string | null;
  readonly created_by: string;
  /** The token that made it, which takes it along when it is revoked; null if a person in a browser or the hub did. */
  readonly parent: string | null;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly used_at: number | null;
  readonly revoked_at: number | null;
};

export type SkillRow = {
  readonly tenant: string;
  readonly name: string;
  readonly team: string;
  readonly visibility: "team" | "tenant" | "public";
  readonly description: string;
  readonly created_by: string;
  readonly created_at: number;
  /** When its document last changed; part of its ETag. */
  readonly changed_at: number;
};

export type VersionState = "draft" | "pending" | "approved" | "rejected" | "deprecated";

export type VersionRow = {
  readonly tenant: string;
  readonly name: string;
  readonly version: string;
  /** The content digest. */
  readonly digest: string;
  readonly archive_digest: string;
  readonly archive_size: number;
  /** A tar.gz with SKILL.md at its top, as sites offer it; the archive itself if that is one. */
  readonly artifact_digest: string;
  /** The commit that the git view has for it. */
  readonly git_commit: string;
  readonly signature_digest: string | null;
  readonly signature_size: number | null;
  readonly signer: string | null;
  readonly publisher: string;
  readonly published_at: number;
  readonly description: string;
  readonly state: VersionState;
  /** JSON: what it asks for, see `RequestedPermissions`, and the verdict of its scan when it was published. */
  readonly requested: string;
  /** JSON list of findings of the security rules. */
  readonly findings: string;
  readonly yanked: string | null;
  readonly deprecated: string | null;
};

/** A skill that a person is still writing. */
export type DraftRow = {
  readonly tenant: string;
  /** The id of a principal. */
  readonly author: string;
  readonly name: string;
  /** The version that it is going to be. */
  readonly version: string;
  /** The version whose other files it has. */
  readonly base: string | null;
  /** SKILL.md. */
  readonly text: string;
  readonly changed_at: number;
};

export type ApprovalRow = {
  readonly id: string;
  readonly tenant: string;
  readonly name: string;
  readonly version: string;
  readonly digest: string;
  readonly requested: string;
  /** The policies that it was asked for and decided under: the tenant's and the enterprise's; 0 without one. */
  readonly policy_version: number;
  readonly enterprise_policy_version: number;
  /** JSON list of what the policies wanted an approval for; an approval covers nothing else. */
  readonly asks: string;
  readonly asked_by: string;
  /** Later requests for the same version have later times. */
  readonly asked_at: number;
  /** Why it is asked for. */
  readonly reason: string;
  readonly state: ApprovalState;
  readonly decided_by: string | null;
  readonly decided_at: number | null;
  readonly comment: string | null;
  readonly expires_at: number | null;
};

export type PolicyRow = {
  readonly tenant: string;
  readonly version: number;
  /** JSON of a `HubPolicy`. */
  readonly body: string;
  readonly digest: string;
  readonly created_by: string;
  readonly created_at: number;
  /** When it was last activated; the version with the latest time is in force. */
  readonly active_at: number | null;
};

export type DeploymentRow = {
  readonly id: string;
  readonly tenant: string;
  readonly name: string;
  readonly version: string;
  readonly digest: string;
  readonly environment: string;
  readonly created_by: string;
  readonly created_at: number;
  readonly ended_by: string | null;
  readonly ended_at: number | null;
  /** JSON: the sequence of the first state document with it, by tenant; null for those of earlier hubs. */
  readonly sequences: string | null;
};

export type RevocationRow = {
  readonly id: string;
  readonly tenant: string;
  readonly kind: string;
  readonly value: string;
  readonly message: string;
  readonly created_by: string;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly lifted_by: string | null;
  readonly lifted_at: number | null;
  /** JSON: the sequence of the first state document with it, by tenant. */
  readonly sequences: string;
};

export type EventRow = {
  readonly tenant: string;
  readonly stream: string;
  readonly sequence: number;
  /** Its place in the tenant's tile log. */
  readonly leaf: number;
  readonly time: number;
  readonly received_at: number;
  readonly kind: string;
  readonly session: string;
  readonly skill: string | null;
  readonly digest: string | null;
  readonly person: string | null;
  readonly agent: string;
  /** `ok`, `denied`, `failed`, or null for events without an outcome. */
  readonly outcome: string | null;
  /** The tool that a call is about; null for other events, for erased ones, and for those of before this was stored. */
  readonly tool: string | null;
  /** The line of the log; null once it is erased. Its hash stays. */
  readonly body: string | null;
  readonly hash: string;
};
