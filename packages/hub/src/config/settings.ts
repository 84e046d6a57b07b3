import { z } from "zod";
import { isPlainLoopback } from "../http/client-address.ts";

const hours = z
  .number()
  .positive()
  .max(24 * 366);

/** The hub's configuration file. What is absent has a default that suits one team on one machine. */
export const HubSettingsSchema: z.ZodType<HubSettings> = z.strictObject({
  $schema: z.string().optional().describe("Address of this schema, for editors."),
  name: z.string().min(1).max(100).default("Skillwright hub").describe("Shown to people."),
  publicUrl: z
    .url({ protocol: /^https?$/ })
    .refine((text) => isOrigin(text), "expected no path, query or credentials")
    .optional()
    .describe("The address that users and agents reach it at, if it is behind a proxy."),
  // Node listens everywhere if the host is empty.
  host: z
    .string()
    .trim()
    .min(1, "expected an address")
    .default("127.0.0.1")
    .describe("The address to listen on; loopback by default."),
  port: z.int().min(0).max(65_535).default(0).describe("The port to listen on; a free one by default."),
  trustProxy: z
    .boolean()
    .default(false)
    .describe("Whether to take the client's address from X-Forwarded-For."),
  tls: z
    .strictObject({ certificate: z.string(), key: z.string() })
    .optional()
    .describe("Files with a certificate chain and its key, in PEM, relative to this file."),
  database: z
    .string()
    .regex(/^postgres(?:ql)?:\/\//, "expected postgres://…")
    .optional()
    .describe("postgres://… for several hubs on one database; SQLite in the data folder by default."),
  trustRoot: z
    .string()
    .optional()
    .describe(
      "File of Sigstore's format trusted_root.json, relative to this file; without it, signatures of identities stay unverified.",
    ),
  leaseHours: hours
    .default(24)
    .describe("How long agents go on with a state document while they cannot reach the hub."),
  strictLease: z
    .boolean()
    .default(false)
    .describe("Whether agents refuse skills of the hub without a valid state document."),
  retentionDays: z
    .int()
    .min(1)
    .max(36_600)
    .default(366)
    .describe("How long bodies of audit events are kept; their hashes stay."),
  logRequests: z
    .boolean()
    .default(false)
    .describe("Whether to log a line for each request: route, status and duration."),
  rateLimit: z
    .strictObject({
      perMinute: z.int().min(1).default(1200).describe("Requests of one token."),
      anonymousPerMinute: z.int().min(1).default(300).describe("Requests of one address without a token."),
    })
    .prefault({})
    .describe("Requests beyond these are refused for a while."),
  openIdConnect: z
    .strictObject({
      issuer: z
        .url({ protocol: /^https?$/ })
        .refine((text) => text.startsWith("https:") || isPlainLoopback(text), "expected https://…")
        .describe("Address of the identity provider."),
      clientId: z.string(),
      clientSecret: z.string().optional().describe("Better set as SKILLWRIGHT_HUB_OIDC_SECRET."),
      groupsClaim: z.string().default("groups").describe("The claim that lists a person's groups."),
      groups: z
        .record(
          z.string(),
          z.strictObject({
            role: z.enum(["admin", "reviewer", "publisher", "reader"]),
            tenant: z.string().default("enterprise"),
            team: z.string().default(""),
          }),
        )
        .default({})
        .describe("Which role a group gives, and where."),
    })
    .optional()
    .describe("Sign-in by an identity provider."),
});

/** Checks run also on what is no address at all. */
function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).href === `${new URL(text).origin}/`;
}

export type HubSettings = {
  readonly $schema?: string | undefined;
  readonly name: string;
  readonly publicUrl?: string | undefined;
  readonly host: string;
  readonly port: number;
  readonly trustProxy: boolean;
  readonly tls?: { readonly certificate: string; readonly key: string } | undefined;
  readonly database?: string | undefined;
  readonly trustRoot?: string | undefined;
  readonly leaseHours: number;
  readonly strictLease: boolean;
  readonly retentionDays: number;
  readonly logRequests: boolean;
  readonly rateLimit: { readonly perMinute: number; readonly anonymousPerMinute: number };
  readonly openIdConnect?: OpenIdSettings | undefined;
};

export type OpenIdSettings = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  readonly groupsClaim: string;
  readonly groups: Readonly<
    Record<
      string,
      {
        readonly role: "admin" | "reviewer" | "publisher" | "reader";
        readonly tenant: string;
        readonly team: string;
      }
    >
  >;
};
