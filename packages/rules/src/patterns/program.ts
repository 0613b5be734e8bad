import type { Budget } from './budget.ts'
import { type Assertion, type Node, type Repeat, UnsupportedPattern } from './syntax.ts'

/** An instruction of the matching machine; `to` and `other` are addresses, `to` is tried first. */
export type Instruction =
  | { readonly kind: 'character'; readonly test: (character: string) => boolean }
  | { readonly kind: 'assertion'; readonly assertion: Assertion }
  | { readonly kind: 'save'; readonly slot: number }
  | { readonly kind: 'split'; to: number; other: number }
  | { readonly kind: 'jump'; to: number }
  | { readonly kind: 'match' }

/** Counted repetition is written out; this bounds what comes of it, and the work per character. */
const maximumInstructions = 1000

interface Writer {
  readonly program: Instruction[]
  /** Charged for each node that is written out, also where no instruction comes of it. */
  readonly budget: Budget
}

const append = ({ program }: Writer, instruction: Instruction): number => {
  if (program.length >= maximumInstructions) throw new UnsupportedPattern('too large')
  return program.push(instruction) - 1
}

/** Writes a split whose one way goes on with the next instruction; returns how to set the other. */
const appendSplit = (writer: Writer, lazy: boolean): ((leave: number) => void) => {
  const split: Instruction = { kind: 'split', to: 0, other: 0 }
  const next = append(writer, split) + 1
  split.to = next
  split.other = next
  return (leave) => {
    if (lazy) split.to = leave
    else split.other = leave
  }
}

const emitRepeat = (writer: Writer, { item, minimum, maximum, lazy }: Repeat): void => {
  if (minimum > maximumInstructions) throw new UnsupportedPattern('too large')
  for (let count = 0; count < minimum; count += 1) emit(writer, item)
  if (maximum === Infinity) {
    const start = writer.program.length
    const setLeave = appendSplit(writer, lazy)
    emit(writer, item)
    append(writer, { kind: 'jump', to: start })
    setLeave(writer.program.length)
    return
  }
  const optional = Math.max(0, maximum - minimum)
  const setLeaves: ((leave: number) => void)[] = []
  for (let count = 0; count < optional; count += 1) {
    setLeaves.push(appendSplit(writer, lazy))
    emit(writer, item)
  }
  for (const setLeave of setLeaves) setLeave(writer.program.length)
}

const emitChoice = (writer: Writer, options: readonly Node[]): void => {
  const jumps: { to: number }[] = []
  for (const [index, option] of options.entries()) {
    if (index === options.length - 1) {
      emit(writer, option)
      break
    }
    const setOther = appendSplit(writer, false)
    emit(writer, option)
    const jump: Instruction = { kind: 'jump', to: 0 }
    append(writer, jump)
    jumps.push(jump)
    setOther(writer.program.length)
  }
  for (const jump of jumps) jump.to = writer.program.length
}

const emit = (writer: Writer, node: Node): void => {
  writer.budget.charge()
  switch (node.kind) {
    case 'character':
    case 'assertion':
      append(writer, node)
      return
    case 'sequence':
      for (const item of node.items) emit(writer, item)
      return
    case 'choice':
      emitChoice(writer, node.options)
      return
    case 'group':
      append(writer, { kind: 'save', slot: 2 * node.index })
      emit(writer, node.item)
      append(writer, { kind: 'save', slot: 2 * node.index + 1 })
      return
    case 'repeat':
      emitRepeat(writer, node)
  }
}

/** @throws UnsupportedPattern, TooManySteps */
export const assemble = (root: Node, budget: Budget): readonly Instruction[] => {
  const writer: Writer = { program: [], budget }
  emit(writer, { kind: 'group', item: root, index: 0 })
  append(writer, { kind: 'match' })
  return writer.program
}
