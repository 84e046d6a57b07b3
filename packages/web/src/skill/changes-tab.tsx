import type { VersionDifference } from "@skillwright/core/registry";
import GitCompare from "lucide-react/icons/git-compare";
import type { ReactNode } from "react";
import { useHub } from "../api/use-hub.ts";
import { useMedia } from "../state/use-media.ts";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { DiffView } from "../ui/diff-view.tsx";
import { Select } from "../ui/field.tsx";
import { formatCount } from "../ui/format.ts";
import { Loaded } from "../ui/loaded.tsx";
import { EmptyState, Skeleton } from "../ui/states.tsx";
import { DiffSwitch } from "../ui/switch.tsx";
import "./changes-tab.css";
import { FindingList } from "./finding-list.tsx";
import { RequestedChanges } from "./requested-changes.tsx";
import type { TabProps } from "./skill-tabs.tsx";

/** What is different between any two versions: what they ask for, their instructions, scripts and other files. */
export function ChangesTab({ skill, details, state, setState }: TabProps): ReactNode {
  const { name, versions } = skill;
  const to = details.version;
  const at = versions.findIndex(({ version }) => version === to);
  const from = state.from || (versions[at + 1] ?? versions.find(({ version }) => version !== to))?.version;
  const isWide = useMedia("(min-width: 64rem)");
  const isSplit = state.view === "" ? isWide : state.view === "split";
  if (from === undefined)
    return (
      <EmptyState icon={GitCompare} title="Nothing to compare with">
        {`${to} is the only version. As soon as there is another one, the difference is shown here.`}
      </EmptyState>
    );
  const options = versions.map(({ version }) => ({ value: version, label: version }));
  const known = (value: string) =>
    options.some((one) => one.value === value) ? options : [{ value, label: value }, ...options];
  return (
    <div className="changes">
      <div className="changes-tools">
        <span className="soft">From</span>
        <Select
          {...{ isInline: true, label: "Earlier version", value: from, options: known(from) }}
          onChange={(value) => setState({ from: value })}
        />
        <span className="soft">to</span>
        <Select
          {...{ isInline: true, label: "Later version", value: to, options: known(to) }}
          onChange={(value) => setState({ version: value, from })}
        />
        <DiffSwitch isSplit={isSplit} onSplit={(split) => setState({ view: split ? "split" : "unified" })} />
      </div>
      <Comparison {...{ name, from, to, isSplit }} />
    </div>
  );
}

type ComparisonProps = {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly isSplit: boolean;
};

function Comparison({ name, from, to, isSplit }: ComparisonProps): ReactNode {
  const difference = useHub("GET /api/v1/skills/{name}/versions/{version}/difference", {
    params: { name, version: to },
    query: { from },
  });
  return (
    <Loaded of={difference} loading={<Skeleton lines={12} />}>
      {({ files, newFindings, changedScripts }) => (
        <>
          <RequestedChanges {...{ name, from, to, changedScripts }} />
          {newFindings.length > 0 && (
            <Card isFlush title={formatCount(newFindings.length, "new finding")}>
              <FindingList {...{ findings: newFindings, name, version: to }} />
            </Card>
          )}
          {files.length === 0 && (
            <EmptyState icon={GitCompare} title="No file differs">
              Both versions have the same content.
            </EmptyState>
          )}
          {groupFiles(files, changedScripts).map(({ title, files: group }) => (
            <section key={title} className="changes-group" aria-label={title}>
              <h2>{title}</h2>
              {group.map((file) => (
                <ChangedFile key={file.path} file={file} isSplit={isSplit} />
              ))}
            </section>
          ))}
        </>
      )}
    </Loaded>
  );
}

type File = VersionDifference["files"][number];
type Group = { readonly title: string; readonly files: readonly File[] };

/** What matters most comes first. */
function groupFiles(files: readonly File[], changedScripts: readonly string[]): readonly Group[] {
  const isScript = ({ path }: File): boolean => changedScripts.includes(path) || path.startsWith("scripts/");
  const isText = ({ path }: File): boolean => path.endsWith(".md");
  const groups = [
    { title: "Instructions", files: files.filter((file) => isText(file) && !isScript(file)) },
    { title: "Scripts", files: files.filter(isScript) },
    { title: "Other files", files: files.filter((file) => !isText(file) && !isScript(file)) },
  ];
  return groups.filter((group) => group.files.length > 0);
}

const tones = { added: "good", removed: "bad", changed: "neutral" } as const;

function ChangedFile({ file, isSplit }: { readonly file: File; readonly isSplit: boolean }): ReactNode {
  const { path, change, lines } = file;
  const [added, removed] = countLines(lines ?? []);
  return (
    <Card
      isFlush
      title={
        <span className="mono clip" title={path}>
          {path}
        </span>
      }
      actions={
        <span className="changes-counts number">
          {change !== "changed" && <Badge tone={tones[change]}>{change}</Badge>}
          {added > 0 && <span className="changes-added">{`+${added}`}</span>}
          {removed > 0 && <span className="changes-removed">{`−${removed}`}</span>}
        </span>
      }
    >
      <FileChange {...{ path, lines, isSplit, isSame: added + removed === 0 }} />
    </Card>
  );
}

type FileChangeProps = Pick<File, "path" | "lines"> & { readonly isSplit: boolean; readonly isSame: boolean };

function FileChange({ path, lines, isSplit, isSame }: FileChangeProps): ReactNode {
  if (lines === undefined)
    return (
      <p className="changes-note">
        Not shown: it is not text, or it is too large to compare. The archives of both versions contain it.
      </p>
    );
  if (isSame)
    return (
      <p className="changes-note">The text is the same; the file became a program, a link, or neither.</p>
    );
  return <DiffView label={path} blocks={lines} isSplit={isSplit} />;
}

function countLines(blocks: NonNullable<File["lines"]>): readonly [number, number] {
  const changed = blocks.filter((block) => block.kind === "changed");
  return [
    changed.reduce((sum, block) => sum + block.added.length, 0),
    changed.reduce((sum, block) => sum + block.removed.length, 0),
  ];
}
