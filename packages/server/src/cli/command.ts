import type { Terminal } from './terminal.ts'

/** What was typed after the command's name. */
export interface Given {
  /** In the order of the command's operands; one that may be left out may be missing. */
  readonly operands: readonly string[]
  /** By name without dashes; a flag that was given is an empty text. */
  readonly options: ReadonlyMap<string, string>
}

interface Option {
  /** What stands for its value in the help; null for a flag. */
  readonly value: string | null
  readonly text: string
}

export interface Command {
  /** As typed: `audit verify`. */
  readonly name: string
  /** In square brackets where it may be left out. */
  readonly operands: readonly string[]
  readonly options?: Readonly<Record<string, Option>>
  readonly summary: string
  /** What one should know before; lines as they are shown. */
  readonly details: readonly string[]
  /** @throws StartRefused in one sentence. Resolves with the exit status. */
  readonly run: (given: Given, terminal: Terminal) => Promise<number>
}

/** An operand that the command demands. */
export const operand = ({ operands }: Given, index = 0): string => operands[index] ?? ''
