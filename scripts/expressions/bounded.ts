/** An expression that may grow faster than its text. */
export interface Allowed {
  readonly file: string
  /** As it is written there. */
  readonly expression: string
  /** What bounds the text that it meets. */
  readonly bound: string
}

export const bounded: readonly Allowed[] = []

/** Files that make an expression of a text: here only of a class or escape, for one character. */
export const computed: readonly string[] = ['packages/rules/src/patterns/parse.ts']
