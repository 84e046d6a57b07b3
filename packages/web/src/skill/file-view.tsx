import type { VersionDetails, VersionFile } from "@skillwright/core/registry";
import FileQuestion from "lucide-react/icons/file-question-mark";
import { type ReactNode, useState } from "react";
import { HubError } from "../api/hub-error.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { formatBytes, formatCount, formatNumber } from "../ui/format.ts";
import { Markdown } from "../ui/markdown.tsx";
import { EmptyState, ErrorState, Skeleton } from "../ui/states.tsx";
import { CodeLines } from "./code-lines.tsx";
import { splitFrontmatter, useFile } from "./use-file.ts";

type FileViewProps = {
  readonly details: VersionDetails;
  readonly file: VersionFile;
  /** The line that a link is about; 0 for none. */
  readonly line: number;
};

/** One file as text, or why it is not shown. */
export function FileView({ details, file, line }: FileViewProps): ReactNode {
  const { name, version } = details;
  const { path, size, digest, executable, linksTo } = file;
  const isTooLarge = size > largest;
  const text = useFile({ name, version, path: isTooLarge ? undefined : path, digest });
  const isMarkdown = path.endsWith(".md");
  const [isRendered, setRendered] = useState(false);
  const content = text.data;
  return (
    <Card
      isFlush
      title={
        <span className="mono clip" title={path}>
          {path}
        </span>
      }
      actions={
        <span className="file-tools">
          {executable && <Badge>executable</Badge>}
          <span className="soft number">
            {content !== undefined && `${formatCount(linesOf(content), "line")} · `}
            {formatBytes(size)}
          </span>
          {isMarkdown && content !== undefined && (
            <Button kind="plain" aria-pressed={isRendered} onClick={() => setRendered(!isRendered)}>
              {isRendered ? "Show text" : "Show formatted"}
            </Button>
          )}
          {content !== undefined && <CopyButton text={content} label={`Copy ${path}`} />}
        </span>
      }
    >
      {linksTo !== undefined && (
        <p className="file-note">{`A link to ${linksTo}. Below is what it leads to.`}</p>
      )}
      {isTooLarge && (
        <EmptyState icon={FileQuestion} title="Too large to show">
          {`The file has ${formatBytes(size)}; up to ${formatBytes(largest)} are shown. The archive of the version contains it.`}
        </EmptyState>
      )}
      {content !== undefined && (
        <Content {...{ content, path, line, isRendered: isRendered && isMarkdown }} />
      )}
      {content === undefined && text.error && (
        <NotShown error={text.error} size={size} onRetry={() => void text.refetch()} />
      )}
      {text.isLoading && <Skeleton lines={10} />}
    </Card>
  );
}

/** As much as the hub sends. */
const largest = 1_048_576;
/** As much as browsers draw without a pause. */
const mostShown = 400_000;

type ContentProps = {
  readonly content: string;
  readonly path: string;
  readonly line: number;
  readonly isRendered: boolean;
};

function Content({ content, path, line, isRendered }: ContentProps): ReactNode {
  if (content === "") return <p className="file-note">The file is empty.</p>;
  if (isRendered)
    return (
      <div className="card-body">
        <Markdown text={splitFrontmatter(content).body} />
      </div>
    );
  const shown = content.slice(0, mostShown);
  return (
    <>
      {shown.length < content.length && (
        <p className="file-note">
          {`The first ${formatNumber(mostShown)} of ${formatNumber(content.length)} characters. Copy gives you all of them.`}
        </p>
      )}
      <CodeLines text={shown} language={extensionOf(path)} line={line} label={`Content of ${path}`} />
    </>
  );
}

type NotShownProps = { readonly error: unknown; readonly size: number; readonly onRetry: () => void };

/** The hub refuses what is not text, which is no failure. */
function NotShown({ error, size, onRetry }: NotShownProps): ReactNode {
  const isBinary = error instanceof HubError && error.code === "INVALID_REQUEST";
  if (!isBinary) return <ErrorState error={error} onRetry={onRetry} isSmall />;
  return (
    <EmptyState icon={FileQuestion} title="Not a text file">
      {`${formatBytes(size)} of binary data. The archive of the version contains it.`}
    </EmptyState>
  );
}

function linesOf(text: string): number {
  let count = text === "" || text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

function extensionOf(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : undefined;
}
