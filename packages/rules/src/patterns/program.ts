import { type Assertion, type Node, type Repeat, UnsupportedPattern } from './syntax.ts'

/** An instruction of the matching machine; `to` and `other` are addresses, `to` is tried first. */
export type Instruction =
  | { readonly kind: 'character'; readonly test: (character: string) => boolean }
  | { readonly kind: 'assertion'; readonly assertion: Assertion }
  | { readonly kind: 'save'; readonly slot: number }
  | { readonly kind: 'split'; to: number; other: number }
  | { readonly kind: 'jump'; to: number }
  | { readonly kind: 'match' }

/** Counted repetition is written out; this bounds `(a{1000}){1000}` and the work per character. */
const maximumInstructions = 1000

const append = (program: Instruction[], instruction: Instruction): number => {
  if (program.length >= maximumInstructions) throw new UnsupportedPattern('too large')
  return program.push(instruction) - 1
}

/** Writes a split whose one way goes on with the next instruction; returns how to set the other. */
const appendSplit = (program: Instruction[], lazy: boolean): ((leave: number) => void) => {
  const split: Instruction = { kind: 'split', to: 0, other: 0 }
  const next = append(program, split) + 1
  split.to = next
  split.other = next
  return (leave) => {
    if (lazy) split.to = leave
    else split.other = leave
  }
}

const emitRepeat = (program: Instruction[], { item, minimum, maximum, lazy }: Repeat): void => {
  if (minimum > maximumInstructions) throw new UnsupportedPattern('too large')
  for (let count = 0; count < minimum; count += 1) emit(program, item)
  if (maximum === Infinity) {
    const start = program.length
    const setLeave = appendSplit(program, lazy)
    emit(program, item)
    append(program, { kind: 'jump', to: start })
    setLeave(program.length)
    return
  }
  const optional = Math.max(0, maximum - minimum)
  const setLeaves: ((leave: number) => void)[] = []
  for (let count = 0; count < optional; count += 1) {
    setLeaves.push(appendSplit(program, lazy))
    emit(program, item)
  }
  for (const setLeave of setLeaves) setLeave(program.length)
}

const emitChoice = (program: Instruction[], options: readonly Node[]): void => {
  const jumps: { to: number }[] = []
  for (const [index, option] of options.entries()) {
    if (index === options.length - 1) {
      emit(program, option)
      break
    }
    const setOther = appendSplit(program, false)
    emit(program, option)
    const jump: Instruction = { kind: 'jump', to: 0 }
    append(program, jump)
    jumps.push(jump)
    setOther(program.length)
  }
  for (const jump of jumps) jump.to = program.length
}

const emit = (program: Instruction[], node: Node): void => {
  switch (node.kind) {
    case 'character':
    case 'assertion':
      append(program, node)
      return
    case 'sequence':
      for (const item of node.items) emit(program, item)
      return
    case 'choice':
      emitChoice(program, node.options)
      return
    case 'group':
      append(program, { kind: 'save', slot: 2 * node.index })
      emit(program, node.item)
      append(program, { kind: 'save', slot: 2 * node.index + 1 })
      return
    case 'repeat':
      emitRepeat(program, node)
  }
}

export const assemble = (root: Node): readonly Instruction[] => {
  const program: Instruction[] = []
  emit(program, { kind: 'group', item: root, index: 0 })
  append(program, { kind: 'match' })
  return program
}
