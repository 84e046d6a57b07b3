/** A candidate of the first stage as a model reads it. */
export type Candidate = { readonly id: string; readonly text: string };

/**
 * Judges the best candidates of the built-in search anew, with a model of the caller's choice; one score a candidate,
 * higher is better.
 */
export type SecondStage = (query: string, candidates: readonly Candidate[]) => Promise<readonly number[]>;

/** What `rerank` of the AI SDK answers. */
type Ranking = {
  readonly ranking: readonly { readonly originalIndex: number; readonly score: number }[];
};

/**
 * A second stage with a reranking model.
 *
 * @example
 * createRerankStage((query, documents) => rerank({ model: cohere.reranking("rerank-v3.5"), query, documents }));
 */
export function createRerankStage(
  rerank: (query: string, documents: string[]) => Promise<Ranking>,
): SecondStage {
  return async (query, candidates) => {
    const { ranking } = await rerank(
      query,
      candidates.map(({ text }) => text),
    );
    // A model may leave out what it finds unfit.
    const scores = candidates.map(() => Number.NEGATIVE_INFINITY);
    for (const { originalIndex, score } of ranking) scores[originalIndex] = score;
    return scores;
  };
}

/** What `embedMany` of the AI SDK answers. */
type Embeddings = { readonly embeddings: readonly (readonly number[])[] };

/**
 * A second stage with an embedding model. Candidates are embedded once and remembered by their text.
 *
 * @example
 * createEmbeddingStage((values) => embedMany({ model: openai.embedding("text-embedding-3-small"), values }));
 */
export function createEmbeddingStage(embedMany: (values: string[]) => Promise<Embeddings>): SecondStage {
  const known = new Map<string, readonly number[]>();
  return async (query, candidates) => {
    const missing = [...new Set(candidates.map(({ text }) => text).filter((text) => !known.has(text)))];
    const [asked = [], ...found] = (await embedMany([query, ...missing])).embeddings;
    const fresh = new Map(missing.flatMap((text, at) => (found[at] ? [[text, found[at]] as const] : [])));
    const scores = candidates.map(({ text }) => cosine(asked, known.get(text) ?? fresh.get(text) ?? []));
    if (known.size > rememberedTexts) known.clear();
    for (const [text, embedding] of fresh) known.set(text, embedding);
    return scores;
  };
}

/** More than any library of which an agent sees the best fifty again and again. */
const rememberedTexts = 10_000;

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = (x: readonly number[], y: readonly number[]): number =>
    x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0);
  const length = Math.sqrt(dot(a, a) * dot(b, b));
  return length === 0 ? 0 : dot(a, b) / length;
}
