import type { ApprovalReview, ChangedFile } from "@skillwright/core/registry";
import { printable } from "@skillwright/core/text";
import ChevronRight from "lucide-react/icons/chevron-right";
import { type ReactNode, useMemo, useState } from "react";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { compareTexts } from "../ui/diff-rows.ts";
import { DiffView } from "../ui/diff-view.tsx";
import { formatCount } from "../ui/format.ts";
import { DiffSwitch } from "../ui/switch.tsx";

type ChangedFilesProps = {
  readonly review: ApprovalReview;
  readonly isSplit: boolean;
  readonly onSplit: (isSplit: boolean) => void;
};

/** Every file that differs from the approved version. Instructions and scripts are open, since they decide what an agent does. */
export function ChangedFiles({ review, isSplit, onSplit }: ChangedFilesProps): ReactNode {
  const { files, comparedWith } = review;
  const title =
    comparedWith === undefined
      ? formatCount(files.length, "file")
      : `${formatCount(files.length, "changed file")} since ${comparedWith}`;
  return (
    <Card title={title} isFlush actions={<DiffSwitch {...{ isSplit, onSplit }} />}>
      {files.length === 0 && <p className="review-none">The content is the same.</p>}
      {files.map((file, index) => (
        <File key={file.path} file={file} isSplit={isSplit} isFirst={index < 10} />
      ))}
    </Card>
  );
}

type FileProps = { readonly file: ChangedFile; readonly isSplit: boolean; readonly isFirst: boolean };

function File({ file, isSplit, isFirst }: FileProps): ReactNode {
  const { path, change, isScript, before, after } = file;
  const [isOpen, setOpen] = useState(isFirst && (path === "SKILL.md" || isScript));
  const blocks = useMemo(() => compareTexts(visible(before), visible(after)), [before, after]);
  const count = (key: "added" | "removed"): number =>
    blocks.reduce((sum, block) => sum + (block.kind === "changed" ? block[key].length : 0), 0);
  const isText = change === "added" ? after !== undefined : change === "removed" || after !== undefined;
  return (
    <details className="review-file" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <ChevronRight size={16} aria-hidden />
        <span className="clip mono" title={path}>
          {path}
        </span>
        {isScript && <Badge tone="warn">Script</Badge>}
        {change !== "changed" && <Badge>{change === "added" ? "New" : "Removed"}</Badge>}
        <span className="review-counts number">
          <span className="review-plus">+{count("added")}</span>
          <span className="review-minus">−{count("removed")}</span>
        </span>
      </summary>
      {isOpen &&
        (isText && blocks.length > 0 ? (
          <DiffView label={path} blocks={blocks} isSplit={isSplit} />
        ) : (
          <p className="review-none">
            It is not text, too long to show here, or only its kind has changed. Download the version to look
            at it.
          </p>
        ))}
    </details>
  );
}

/** No line may hide what it says: characters that turn text around or cannot be seen are shown by their number. */
function visible(text = ""): string {
  return text
    .split("\n")
    .map((line) => line.split("\t").map(printable).join("\t"))
    .join("\n");
}
