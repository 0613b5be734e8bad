/** The tree of a regular expression, as far as it can be matched in linear time. */
export type Node =
  | { readonly kind: 'character'; readonly test: (character: string) => boolean }
  | { readonly kind: 'assertion'; readonly assertion: Assertion }
  | { readonly kind: 'sequence'; readonly items: readonly Node[] }
  | { readonly kind: 'choice'; readonly options: readonly Node[] }
  | { readonly kind: 'group'; readonly item: Node; readonly index: number }
  | Repeat

export interface Repeat {
  readonly kind: 'repeat'
  readonly item: Node
  readonly minimum: number
  /** Infinity without a bound. */
  readonly maximum: number
  readonly lazy: boolean
}

export type Assertion = 'start' | 'end' | 'boundary' | 'inside'

/** Raised inside the parser only; `compilePattern` turns it into null. */
export class UnsupportedPattern extends Error {}
