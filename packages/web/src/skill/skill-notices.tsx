import type { SkillVersions, VersionDetails } from "@skillwright/core/registry";
import type { LucideIcon } from "lucide-react";
import Ban from "lucide-react/icons/ban";
import Clock from "lucide-react/icons/clock";
import Info from "lucide-react/icons/info";
import OctagonX from "lucide-react/icons/octagon-x";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ReactNode } from "react";
import { Link } from "../ui/link.tsx";
import { skillAddress } from "./skill-state.ts";

type SkillNoticesProps = { readonly skill: SkillVersions; readonly details: VersionDetails };
type Notice = {
  readonly tone: "bad" | "warn" | "accent";
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
};

/** What must be known before using this version. */
export function SkillNotices({ skill, details }: SkillNoticesProps): ReactNode {
  const notices = noticesOf(details);
  const { latest } = skill.tags;
  const isOld = latest !== undefined && latest !== details.version;
  return (
    <>
      {notices.map(({ tone, icon: Icon, title, text }, index) => (
        <div key={title} className={`notice notice-${tone}`} role="note">
          <Icon size={16} aria-hidden />
          <p>
            <strong>{title}</strong> {text}
            {isOld && index === 0 && (
              <>
                {" "}
                <Link href={skillAddress(skill.name)}>{`See ${latest}`}</Link>
              </>
            )}
          </p>
        </div>
      ))}
      {notices.length === 0 && isOld && (
        <div className="notice" role="note">
          <Info size={16} aria-hidden />
          <p>
            This is not the version that agents get by default.{" "}
            <Link href={skillAddress(skill.name)}>{`See ${latest}`}</Link>
          </p>
        </div>
      )}
    </>
  );
}

function noticesOf(details: VersionDetails): readonly Notice[] {
  const { version, revoked, yanked, deprecated, state, scan } = details;
  const notices: Notice[] = [];
  if (scan?.verdict === "block")
    notices.push({
      ...{ tone: "bad", icon: OctagonX, title: "The scan says: do not use this version." },
      text: `Its findings have the reasons: ${scan.reasons.join(", ")}.`,
    });
  if (revoked !== undefined)
    notices.push({
      ...{ tone: "bad", icon: Ban, title: `Version ${version} is revoked.` },
      text: revoked || "Agents stop using it at their next contact.",
    });
  if (yanked !== undefined)
    notices.push({
      ...{ tone: "warn", icon: TriangleAlert, title: "Withdrawn." },
      text: `${sentence(yanked)} Only clients that have locked this version still get it.`,
    });
  if (deprecated !== undefined)
    notices.push({ tone: "warn", icon: TriangleAlert, title: "Deprecated.", text: sentence(deprecated) });
  const said = waiting[state];
  if (said !== undefined) notices.push({ icon: Clock, ...said });
  return notices;
}

const waiting: Readonly<Partial<Record<VersionDetails["state"], Omit<Notice, "icon">>>> = {
  pending: {
    ...{ tone: "accent", title: "Waits for approval." },
    text: "Clients do not get it until a reviewer approves it.",
  },
  rejected: {
    tone: "bad",
    title: "Rejected.",
    text: "Clients do not get it. Publish a changed version, or ask again.",
  },
  draft: {
    tone: "accent",
    title: "Draft.",
    text: "Clients do not get it until its publisher asks for approval.",
  },
};

/** Reasons are what people typed, with or without a full stop. */
function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
