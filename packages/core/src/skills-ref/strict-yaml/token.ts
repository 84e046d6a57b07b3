export type ScalarToken = {
  readonly kind: "scalar";
  readonly value: string;
  readonly plain: boolean;
  readonly start: number;
  readonly end: number;
};

/** The marks of block YAML; collections start and end by indentation. */
type MarkToken = {
  readonly kind: "mapping" | "sequence" | "close" | "entry" | "key" | "value" | "document-end" | "end";
  readonly start: number;
  readonly end: number;
};

export type YamlToken = ScalarToken | MarkToken;
