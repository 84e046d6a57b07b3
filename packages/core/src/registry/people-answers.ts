import { z } from "zod";
import { type Permission, permissions, type Role, roles } from "./access.ts";

// What a hub answers about people, their tokens, teams and tenants, and its own settings. Times are ISO 8601.

/** A token without its secret. */
export type HubToken = {
  readonly id: string;
  readonly name: string;
  /** `personal` acts for a person, `service` has a role of its own. */
  readonly kind: string;
  readonly tenant: string;
  /** Empty for the whole tenant. */
  readonly team: string;
  readonly role?: Role | undefined;
  readonly person?: string | undefined;
  readonly createdBy: string;
  /** If present, it may do nothing else. */
  readonly scopes?: readonly Permission[] | undefined;
  /** The token that made it, with which it ends. */
  readonly parent?: string | undefined;
  readonly createdAt: string;
  readonly expiresAt?: string | undefined;
  readonly usedAt?: string | undefined;
  readonly isValid: boolean;
};
export type TokenPage = { readonly tokens: readonly HubToken[]; readonly next?: string | undefined };
/** The only answer that has the secret. */
export type CreatedToken = { readonly id: string; readonly token: string; readonly expiresAt: string };

/** One role of a person in a tenant; a person with several has several. */
export type HubMember = {
  readonly person: string;
  readonly name: string;
  readonly email?: string | undefined;
  readonly isDisabled: boolean;
  readonly team: string;
  readonly role: string;
  /** The identity provider gave it, and takes it away. */
  readonly isFromGroups: boolean;
};
export type MemberPage = { readonly members: readonly HubMember[]; readonly next?: string | undefined };
export type MemberRoles = {
  readonly person: string;
  readonly roles: readonly { readonly team: string; readonly role: string }[];
};
/** A path that signs a person in, once. */
export type SignInLink = { readonly link: string; readonly expiresAt: string };
export type Invited = SignInLink & { readonly person: string };
export type PersonState = { readonly person: string; readonly isDisabled: boolean };

export type HubTenant = {
  readonly id: string;
  readonly name: string;
  readonly publishersCreateSkills: boolean;
};
export type HubTeam = { readonly name: string };

/** `GET settings`: what the hub's configuration says, without secrets. */
export type HubSettingsAnswer = {
  /** Days that bodies of audit events are kept. */
  readonly retentionDays: number;
  /** Hours that agents go on without the hub. */
  readonly leaseHours: number;
  /** Agents refuse the hub's skills once their lease is over. */
  readonly strictLease: boolean;
  readonly provider?:
    | {
        readonly issuer: string;
        readonly clientId: string;
        readonly groupsClaim: string;
        /** What gives roles in the tenant of the request; all of it for administrators of the enterprise. */
        readonly groups: readonly GroupRole[];
      }
    | undefined;
};
export type GroupRole = {
  readonly group: string;
  readonly role: Role;
  readonly tenant: string;
  readonly team: string;
};

const text = z.string().max(10_000);
const role = z.enum(roles);

const token: z.ZodType<HubToken> = z.object({
  ...{ id: text, name: text, kind: text, tenant: text, team: text, role: role.optional() },
  ...{ person: text.optional(), createdBy: text, parent: text.optional() },
  scopes: z.array(z.enum(permissions)).max(100).optional(),
  ...{ createdAt: text, expiresAt: text.optional(), usedAt: text.optional(), isValid: z.boolean() },
});
export const tokenPageSchema: z.ZodType<TokenPage> = z.object({
  ...{ tokens: z.array(token).max(1000), next: text.optional() },
});
export const createdTokenSchema: z.ZodType<CreatedToken> = z.object({
  ...{ id: text, token: text, expiresAt: text },
});

const member: z.ZodType<HubMember> = z.object({
  ...{ person: text, name: text, email: text.optional(), isDisabled: z.boolean() },
  ...{ team: text, role: text, isFromGroups: z.boolean() },
});
export const memberPageSchema: z.ZodType<MemberPage> = z.object({
  ...{ members: z.array(member).max(100_000), next: text.optional() },
});
export const memberRolesSchema: z.ZodType<MemberRoles> = z.object({
  person: text,
  roles: z.array(z.object({ team: text, role: text })).max(1000),
});
export const signInLinkSchema: z.ZodType<SignInLink> = z.object({ link: text, expiresAt: text });
export const invitedSchema: z.ZodType<Invited> = z.object({ person: text, link: text, expiresAt: text });
export const personStateSchema: z.ZodType<PersonState> = z.object({ person: text, isDisabled: z.boolean() });

export const tenantSchema: z.ZodType<HubTenant> = z.object({
  ...{ id: text, name: text, publishersCreateSkills: z.boolean() },
});
export const tenantListSchema: z.ZodType<{ readonly tenants: readonly HubTenant[] }> = z.object({
  tenants: z.array(tenantSchema).max(100_000),
});
export const teamSchema: z.ZodType<HubTeam> = z.object({ name: text });
export const teamListSchema: z.ZodType<{ readonly teams: readonly HubTeam[] }> = z.object({
  teams: z.array(teamSchema).max(100_000),
});

const group: z.ZodType<GroupRole> = z.object({ ...{ group: text, role, tenant: text, team: text } });
export const settingsSchema: z.ZodType<HubSettingsAnswer> = z.object({
  ...{ retentionDays: z.number(), leaseHours: z.number(), strictLease: z.boolean() },
  provider: z
    .object({ issuer: text, clientId: text, groupsClaim: text, groups: z.array(group).max(10_000) })
    .optional(),
});
