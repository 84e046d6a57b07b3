import type { ActivationPreview } from "@skillwright/core/registry";
import type { ReactNode } from "react";
import { CodeBlock } from "../ui/code-block.tsx";
import { formatBytes, formatCount } from "../ui/format.ts";

/** Stage 3: the text a model gets, and what comes with it. */
export function Activated({ activation }: { readonly activation: ActivationPreview }): ReactNode {
  const { text, bytes, tokens, truncated, files, allowedTools, disallowedTools } = activation;
  return (
    <div className="stage-body">
      <dl className="stage-facts">
        <div>
          <dt>Size</dt>
          <dd>
            {formatBytes(bytes)}, about {formatCount(tokens, "token")}
            {truncated && ", cut at the limit"}
          </dd>
        </div>
        <div>
          <dt>Allowed tools</dt>
          <dd>
            {allowedTools === undefined ? (
              "Any: the skill does not restrict them"
            ) : (
              <Chips texts={allowedTools} />
            )}
          </dd>
        </div>
        {disallowedTools !== undefined && (
          <div>
            <dt>Forbidden tools</dt>
            <dd>
              <Chips texts={disallowedTools} />
            </dd>
          </div>
        )}
        <div>
          <dt>Files</dt>
          <dd>{files.length === 0 ? "None" : <Chips texts={files.map(({ path }) => path)} />}</dd>
        </div>
      </dl>
      <div className="stage-code">
        <CodeBlock text={text} language="markdown" />
      </div>
    </div>
  );
}

/** More would push everything else away. */
const mostChips = 40;

function Chips({ texts }: { readonly texts: readonly string[] }): ReactNode {
  if (texts.length === 0) return "None but the skill tools";
  return (
    <>
      {texts.slice(0, mostChips).map((text) => (
        <code key={text} className="stage-chip">
          {text}
        </code>
      ))}
      {texts.length > mostChips && <span className="soft">and {texts.length - mostChips} more</span>}
    </>
  );
}
