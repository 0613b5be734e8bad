import type { Resources } from '../resources.ts'

type Terms = Resources['glossary']['terms']

export type GlossaryHead = keyof Terms
export type GlossaryPart = keyof Terms[GlossaryHead]

export interface Entry {
  readonly head: GlossaryHead
  /** The page of the console that it leads to; `field` names a label there. */
  readonly at: string
  /** What the field and other products call it, the same in every language. */
  readonly words: string
}
