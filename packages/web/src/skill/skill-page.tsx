import type { SkillVersions } from "@skillwright/core/registry";
import { useQueryClient } from "@tanstack/react-query";
import Ban from "lucide-react/icons/ban";
import Blocks from "lucide-react/icons/blocks";
import type { ReactNode } from "react";
import { useParams } from "wouter";
import { statusOf } from "../api/hub-error.ts";
import { useEvents } from "../api/use-events.ts";
import { useHub } from "../api/use-hub.ts";
import { useMay } from "../api/use-me.ts";
import { useUrlState } from "../state/use-url-state.ts";
import { LinkButton } from "../ui/button.tsx";
import { Select } from "../ui/field.tsx";
import { Page } from "../ui/page.tsx";
import { EmptyState, ErrorState, Skeleton } from "../ui/states.tsx";
import { SkillActions } from "./skill-actions.tsx";
import { SkillFacts } from "./skill-facts.tsx";
import { SkillNotices } from "./skill-notices.tsx";
import "./skill-page.css";
import { nameOf, type SetSkillState, skillDefaults } from "./skill-state.ts";
import { SkillTabs } from "./skill-tabs.tsx";

/** One skill: what it says, contains and asks for, how it changed, whether it can be trusted, where it runs, and how to get it. */
export function SkillPage(): ReactNode {
  const { name: param = "" } = useParams();
  const name = nameOf(param);
  const skill = useHub("GET /api/v1/skills/{name}/versions", { params: { name } });
  useLiveSkill();
  if (skill.data !== undefined) return <Loaded skill={skill.data} />;
  return (
    <Page title={name}>
      {skill.error ? (
        <NotLoaded error={skill.error} onRetry={() => void skill.refetch()} />
      ) : (
        <Skeleton lines={9} />
      )}
    </Page>
  );
}

function NotLoaded({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }): ReactNode {
  if (statusOf(error) !== 404) return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <EmptyState
      icon={Blocks}
      title="No such skill"
      actions={<LinkButton href="/skills">Find another skill</LinkButton>}
    >
      It does not exist, or it belongs to a team that you are not in.
    </EmptyState>
  );
}

function Loaded({ skill }: { readonly skill: SkillVersions }): ReactNode {
  const [state, setState] = useUrlState(skillDefaults);
  const version = state.version || skill.tags.latest || skill.versions[0]?.version || "";
  const details = useHub(
    "GET /api/v1/skills/{name}/versions/{version}",
    { params: { name: skill.name, version } },
    { isEnabled: version !== "", keepsPrevious: true },
  );
  const { data, error } = details;
  // The answer for another version stays in sight while the next one loads, but not in its place if there is none.
  const shown = data !== undefined && (data.version === version || error === null) ? data : undefined;
  return (
    <Page
      title={skill.name}
      description={<span className="skill-lead">{shown?.description ?? skill.description}</span>}
      actions={
        <>
          <VersionSelect {...{ skill, version, setState }} />
          {shown !== undefined && <SkillActions {...{ skill, details: shown }} />}
        </>
      }
    >
      {shown !== undefined && (
        <>
          <SkillFacts {...{ skill, details: shown }} />
          <SkillNotices {...{ skill, details: shown }} />
          <SkillTabs {...{ skill, details: shown, state, setState }} />
        </>
      )}
      {shown === undefined && version === "" && (
        <EmptyState icon={Blocks} title="No version to show">
          Its versions wait for approval, or are revoked. Reviewers see them.
        </EmptyState>
      )}
      {shown === undefined && version !== "" && error === null && <Skeleton lines={9} />}
      {shown === undefined && error !== null && (
        <VersionNotLoaded {...{ error, version, onRetry: () => void details.refetch(), setState }} />
      )}
    </Page>
  );
}

type NotLoadedProps = {
  readonly error: Error;
  readonly version: string;
  readonly onRetry: () => void;
  readonly setState: SetSkillState;
};

function VersionNotLoaded({ error, version, onRetry }: NotLoadedProps): ReactNode {
  const status = statusOf(error);
  if (status !== 410 && status !== 404) return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <EmptyState icon={Ban} title={status === 410 ? `Version ${version} is revoked` : `No version ${version}`}>
      {error.message} Choose another version above.
    </EmptyState>
  );
}

type VersionSelectProps = {
  readonly skill: SkillVersions;
  readonly version: string;
  readonly setState: SetSkillState;
};

function VersionSelect({ skill, version, setState }: VersionSelectProps): ReactNode {
  const { versions, tags } = skill;
  const options = versions.map((one) => ({ value: one.version, label: labelOf(one, tags) }));
  const isListed = version === "" || versions.some((one) => one.version === version);
  if (options.length === 0 && version === "") return null;
  return (
    <Select
      isInline
      label="Version"
      value={version}
      options={isListed ? options : [{ value: version, label: version }, ...options]}
      onChange={(value) =>
        setState({ version: value === tags.latest ? "" : value, line: "", from: "" }, { isStep: true })
      }
    />
  );
}

function labelOf(
  { version, state, yanked, revoked }: SkillVersions["versions"][number],
  tags: SkillVersions["tags"],
): string {
  const names = Object.keys(tags).filter((tag) => tags[tag] === version);
  const shown = yanked === undefined ? state : "withdrawn";
  const said = revoked === undefined ? shown : "revoked";
  const words = [...names, ...(said === "approved" ? [] : [said])];
  return words.length === 0 ? version : `${version} · ${words.join(", ")}`;
}

/** What others decide about the skill meanwhile. */
function useLiveSkill(): void {
  const may = useMay();
  const client = useQueryClient();
  useEvents({
    ...{ path: "/api/v1/state/events", event: "version", isEnabled: may("state:read") },
    onEvent: () =>
      void client.invalidateQueries({
        predicate: ({ queryKey: [route] }) =>
          String(route).startsWith("GET /api/v1/skills/{name}") || route === "GET /api/v1/deployments",
      }),
  });
}
