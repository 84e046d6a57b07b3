import type { VersionFile } from "@skillwright/core/registry";
import FlaskConical from "lucide-react/icons/flask-conical";
import type { ReactNode } from "react";
import { Card } from "../ui/card.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import { formatBytes, formatCount } from "../ui/format.ts";
import { Link } from "../ui/link.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { EmptyState } from "../ui/states.tsx";
import { readEvals, readQueries } from "./read-evals.ts";
import { skillAddress } from "./skill-state.ts";
import type { TabProps } from "./skill-tabs.tsx";
import { useFile } from "./use-file.ts";

/** What the version brings to check itself. The hub runs nothing, so it has no results, and says so. */
export function TestsTab({ details }: TabProps): ReactNode {
  const { files, name, version } = details;
  const parts = kinds.map((kind) => ({ ...kind, files: files.filter(({ path }) => kind.matches(path)) }));
  const evals = files.find(({ path }) => path === "evals/evals.json");
  const queries = files.find(({ path }) => path === "evals/eval_queries.json");
  const hasTests = parts.some((part) => part.files.length > 0);
  const short = name.slice(name.lastIndexOf("/") + 1);
  if (!hasTests && evals === undefined && queries === undefined)
    return (
      <EmptyState icon={FlaskConical} title="No tests and no evals">
        {`Version ${version} has neither tests/cases nor evals. Its author can add them with skillwright new or by hand.`}
      </EmptyState>
    );
  return (
    <div className="skill-columns">
      <div className="skill-stack">
        {evals && <Evals {...{ name, version, file: evals }} />}
        {queries && <Queries {...{ name, version, file: queries }} />}
        {parts
          .filter((part) => part.files.length > 0)
          .map(({ title, files: found }) => (
            <Card key={title} isFlush title={`${title} (${found.length})`}>
              <ul className="test-files">
                {found.slice(0, most).map(({ path, size }) => (
                  <li key={path}>
                    <Link className="mono clip" href={skillAddress(name, { version, tab: "files", path })}>
                      {path}
                    </Link>
                    <span className="soft number">{formatBytes(size)}</span>
                  </li>
                ))}
                {found.length > most && <li className="soft">{`and ${found.length - most} more`}</li>}
              </ul>
            </Card>
          ))}
      </div>
      <div className="skill-aside">
        <Card title="Results">
          <div className="skill-stack">
            <p className="soft">
              The hub does not run skills, and has no results of this version. Run the tests where you
              installed the skill:
            </p>
            <CodeBlock
              text={[
                ...(hasTests ? [`skillwright test ${short}`] : []),
                ...(evals ? [`skillwright eval ${short}`] : []),
              ].join("\n")}
              language="bash"
            />
          </div>
        </Card>
      </div>
    </div>
  );
}

const most = 100;

const kinds = [
  { title: "Test cases", matches: (path: string) => /^tests\/cases\/[^/]+\.ya?ml$/.test(path) },
  { title: "Scenarios", matches: (path: string) => /^tests\/scenarios\/[^/]+\.ya?ml$/.test(path) },
];

type FileProps = { readonly name: string; readonly version: string; readonly file: VersionFile };

function Evals({ name, version, file: { path, digest } }: FileProps): ReactNode {
  const text = useFile({ name, version, path, digest });
  return (
    <Card
      isFlush
      title="Evals"
      actions={<Link href={skillAddress(name, { version, tab: "files", path })}>{path}</Link>}
    >
      <Loaded of={text} isSmall>
        {(content) => {
          const evals = readEvals(content);
          if (evals === undefined) return <p className="skill-note">The file is not in a known format.</p>;
          return (
            <ol className="evals">
              {evals.map(({ id, prompt, expected, checks }) => (
                <li key={id}>
                  <p className="eval-prompt">{prompt}</p>
                  {expected !== "" && <p className="soft">{expected}</p>}
                  <p className="eval-checks">{formatCount(checks, "check")}</p>
                </li>
              ))}
            </ol>
          );
        }}
      </Loaded>
    </Card>
  );
}

function Queries({ name, version, file: { path, digest } }: FileProps): ReactNode {
  const text = useFile({ name, version, path, digest });
  return (
    <Card
      title="Requests that should lead to the skill"
      actions={<Link href={skillAddress(name, { version, tab: "files", path })}>{path}</Link>}
    >
      <Loaded of={text} isSmall>
        {(content) => {
          const counts = readQueries(content);
          return (
            <p>
              {counts === undefined
                ? "The file is not in a known format."
                : `${formatCount(counts.yes, "request")} should make an agent use it, ${counts.no} should not.`}
            </p>
          );
        }}
      </Loaded>
    </Card>
  );
}
