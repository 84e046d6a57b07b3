import type { ReactNode } from "react";
import { Badge } from "../ui/badge.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import { formatNumber } from "../ui/format.ts";
import { Skeleton } from "../ui/states.tsx";
import type { CheckedText } from "./check-text.ts";

/** What a model gets of the skill, and what the chosen client makes of its fields. */
export function ClientPreview({ checked }: { readonly checked: CheckedText | undefined }): ReactNode {
  if (checked === undefined) return <Skeleton lines={4} />;
  const { read, ignored, listed, activated, listedTokens, activatedTokens } = checked;
  return (
    <div className="editor-preview">
      {read.length + ignored.length > 0 && (
        <div>
          <h2>Fields</h2>
          <p className="editor-fields">
            {read.map((name) => (
              <Badge key={name} tone="good">
                {name}
              </Badge>
            ))}
            {ignored.map((name) => (
              <Badge key={name} title="This client does not act on it.">
                {name}: ignored
              </Badge>
            ))}
          </p>
        </div>
      )}
      <div>
        <h2>In every conversation</h2>
        <p className="soft">About {formatNumber(listedTokens)} tokens, whether it is used or not.</p>
        <CodeBlock text={listed} />
      </div>
      <div>
        <h2>When it is used</h2>
        <p className="soft">About {formatNumber(activatedTokens)} tokens.</p>
        <CodeBlock text={activated} language="markdown" />
      </div>
    </div>
  );
}
