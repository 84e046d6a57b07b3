import type { SkillSummary } from "@skillwright/core/registry";
import FileCode from "lucide-react/icons/file-code";
import KeyRound from "lucide-react/icons/key-round";
import type { ReactNode } from "react";
import { VerdictBadge } from "../skill/scan-verdict.tsx";
import { Badge } from "../ui/badge.tsx";
import { formatCount } from "../ui/format.ts";
import { Link } from "../ui/link.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";

type ItemProps = {
  /** Undefined while its page loads. */
  readonly skill: SkillSummary | undefined;
};

export function SkillCard({ skill }: ItemProps): ReactNode {
  if (skill === undefined) return <div className="skill-card" aria-busy />;
  return (
    <article className="skill-card">
      <header className="skill-card-head">
        <h2 className="clip" title={skill.name}>
          <SkillLink name={skill.name} />
        </h2>
        <span className="skill-version number clip" title={skill.version}>
          {skill.version}
        </span>
      </header>
      <p className="skill-card-text">{skill.description}</p>
      <footer className="skill-card-foot">
        <SkillBadges skill={skill} />
        <RelativeTime time={skill.publishedAt} />
      </footer>
    </article>
  );
}

export function SkillRow({ skill }: ItemProps): ReactNode {
  if (skill === undefined) return <div className="skill-row" aria-busy />;
  return (
    <div className="skill-row">
      <span className="skill-row-name clip" title={skill.name}>
        <SkillLink name={skill.name} />
      </span>
      <span className="soft clip">{skill.description}</span>
      <span className="number clip">{skill.version}</span>
      <span className="skill-row-badges">
        <SkillBadges skill={skill} />
      </span>
      <RelativeTime time={skill.publishedAt} />
    </div>
  );
}

/** The whole card or row leads to the skill. */
function SkillLink({ name }: { readonly name: string }): ReactNode {
  return (
    <Link href={`/skills/${encodeURIComponent(name)}`} className="skill-link">
      {name}
    </Link>
  );
}

export function SkillRowHead(): ReactNode {
  return (
    <div className="skill-row skill-row-head" aria-hidden>
      <span>Name</span>
      <span>Description</span>
      <span>Version</span>
      <span>Traits</span>
      <span>Published</span>
    </div>
  );
}

/** What makes a difference before using a skill. */
function SkillBadges({
  skill: { team, verdict, scripts, signer, deprecated },
}: {
  skill: SkillSummary;
}): ReactNode {
  return (
    <>
      {verdict !== undefined && verdict !== "pass" && <VerdictBadge verdict={verdict} />}
      {deprecated !== null && (
        <Badge tone="warn" title={deprecated}>
          deprecated
        </Badge>
      )}
      {signer !== null && (
        <Badge tone={verdict === "block" ? "neutral" : "good"} icon={KeyRound} title={signer}>
          signed
        </Badge>
      )}
      {scripts > 0 && <Badge icon={FileCode}>{formatCount(scripts, "script")}</Badge>}
      {team !== "" && <Badge>{team}</Badge>}
    </>
  );
}
