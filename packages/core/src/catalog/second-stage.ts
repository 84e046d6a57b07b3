/** A hit of the built-in search as the model sees it. */
type Candidate = { readonly id: string; readonly text: string };

/**
 * Reranks the best hits of the built-in search with a model of the caller's choice; returns one score per candidate,
 * higher is better.
 */
export type SecondStage = (query: string, candidates: readonly Candidate[]) => Promise<readonly number[]>;

/** The result of the AI SDK's `rerank`. */
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
    // A model may leave out poor candidates.
    const scores = candidates.map(() => Number.NEGATIVE_INFINITY);
    for (const { originalIndex, score } of ranking) scores[originalIndex] = score;
    return scores;
  };
}

/** The result of the AI SDK's `embedMany`. */
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

/** More texts than the hits of any one library. */
const rememberedTexts = 10_000;

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = (x: readonly number[], y: readonly number[]): number =>
    x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0);
  const length = Math.sqrt(dot(a, a) * dot(b, b));
  return length === 0 ? 0 : dot(a, b) / length;
}
