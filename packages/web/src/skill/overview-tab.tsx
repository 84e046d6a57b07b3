import type { RequestedTraits, VersionDetails } from "@skillwright/core/registry";
import type { ReactNode } from "react";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import { formatBytes, formatCount } from "../ui/format.ts";
import { Link } from "../ui/link.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Markdown } from "../ui/markdown.tsx";
import { EmptyState, Skeleton } from "../ui/states.tsx";
import { installCommands } from "./install-commands.ts";
import { skillAddress } from "./skill-state.ts";
import type { TabProps } from "./skill-tabs.tsx";
import { splitFrontmatter, useFile } from "./use-file.ts";

/** The instructions as an agent gets them, and beside them what counts. */
export function OverviewTab({ skill, details }: TabProps): ReactNode {
  const { name, version, files, requested } = details;
  const main = files.find(({ path }) => path === "SKILL.md");
  const text = useFile({ name, version, path: "SKILL.md", digest: main?.digest });
  const [command = ""] = installCommands({ ...details, latest: skill.tags.latest }).skillwright;
  return (
    <div className="skill-columns">
      <Card title="SKILL.md">
        <Loaded of={text} loading={<Skeleton lines={12} />}>
          {(content) => <Instructions text={content} />}
        </Loaded>
      </Card>
      <div className="skill-aside">
        <Card
          title="Install"
          actions={<Link href={skillAddress(name, { tab: "install" })}>Other agents</Link>}
        >
          <CodeBlock text={command} language="bash" />
        </Card>
        <Card title="What it asks for">
          <Requested requested={requested} name={name} version={version} />
        </Card>
        <Card title="About">
          <About details={details} />
        </Card>
      </div>
    </div>
  );
}

function Instructions({ text }: { readonly text: string }): ReactNode {
  const { frontmatter, body } = splitFrontmatter(text);
  return (
    <div className="skill-instructions">
      {body.trim() === "" ? (
        <EmptyState isSmall title="No instructions">
          The file has only frontmatter.
        </EmptyState>
      ) : (
        <Markdown text={body} />
      )}
      {frontmatter !== "" && (
        <details className="skill-frontmatter">
          <summary>Frontmatter</summary>
          <CodeBlock text={frontmatter} language="yaml" />
        </details>
      )}
    </div>
  );
}

type RequestedProps = {
  readonly requested: RequestedTraits;
  readonly name: string;
  readonly version: string;
};

/** Tools, scripts, hooks and hosts; what is missing is said too, since it is a reason to trust. */
function Requested({ requested, name, version }: RequestedProps): ReactNode {
  const { tools, scripts, hookCommands, hosts } = requested;
  return (
    <dl className="facts">
      <div>
        <dt>Tools</dt>
        <dd>
          {tools === undefined && <Badge tone="warn">any tool (unrestricted)</Badge>}
          {tools?.length === 0 && <span className="soft">none</span>}
          <BadgeList texts={tools ?? []} />
        </dd>
      </div>
      <div>
        <dt>Scripts</dt>
        <dd>
          {scripts.length === 0 && <span className="soft">none</span>}
          {scripts.slice(0, 8).map((path) => (
            <Link
              key={path}
              className="mono clip"
              title={path}
              href={skillAddress(name, { version, tab: "files", path })}
            >
              {path}
            </Link>
          ))}
          {scripts.length > 8 && <span className="soft">{`and ${scripts.length - 8} more`}</span>}
        </dd>
      </div>
      <div>
        <dt>Hooks</dt>
        <dd>
          {hookCommands.length === 0 ? (
            <span className="soft">none</span>
          ) : (
            <BadgeList texts={hookCommands} />
          )}
        </dd>
      </div>
      <div>
        <dt>Hosts</dt>
        <dd>{hosts.length === 0 ? <span className="soft">none named</span> : <BadgeList texts={hosts} />}</dd>
      </div>
    </dl>
  );
}

function BadgeList({ texts }: { readonly texts: readonly string[] }): ReactNode {
  return (
    <>
      {texts.slice(0, mostBadges).map((text) => (
        <Badge key={text} title={text}>
          {text}
        </Badge>
      ))}
      {texts.length > mostBadges && <span className="soft">{`and ${texts.length - mostBadges} more`}</span>}
    </>
  );
}

const mostBadges = 30;

function About({
  details: { files, version, name, archive },
}: {
  readonly details: VersionDetails;
}): ReactNode {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return (
    <dl className="facts">
      <div>
        <dt>Version</dt>
        <dd className="number">{version}</dd>
      </div>
      <div>
        <dt>Content</dt>
        <dd>
          <Link href={skillAddress(name, { version, tab: "files" })}>
            {formatCount(files.length, "file")}
          </Link>
          <span className="soft">{formatBytes(bytes)}</span>
        </dd>
      </div>
      <div>
        <dt>Archive</dt>
        <dd>
          <a
            href={`/api/v1/blobs/${archive.digest}`}
            download={`${name.replaceAll("/", "-")}-${version}.tar.gz`}
          >
            Download
          </a>
          <span className="soft">{formatBytes(archive.size)}</span>
        </dd>
      </div>
    </dl>
  );
}
