import type { Budget } from './budget.ts'
import type { Instruction } from './program.ts'
import type { Assertion } from './syntax.ts'

/** Positions of the match and its groups in pairs: slot 2n is where group n starts. */
export type Slots = readonly (number | undefined)[]

interface Thread {
  readonly address: number
  readonly slots: Slots
}

/** Slots that are copied in about the time of a step. */
const slotsPerStep = 8

const isWord = (character: string | undefined): boolean =>
  character !== undefined && /^\w$/.test(character)

const holds = (assertion: Assertion, characters: readonly string[], at: number): boolean => {
  if (assertion === 'start') return at === 0
  if (assertion === 'end') return at === characters.length
  const boundary = isWord(characters[at - 1]) !== isWord(characters[at])
  return boundary === (assertion === 'boundary')
}

const withSlot = (slots: Slots, slot: number, at: number): Slots => {
  const copy = [...slots]
  copy[slot] = at
  return copy
}

export interface Run {
  readonly program: readonly Instruction[]
  readonly characters: readonly string[]
  readonly budget: Budget
}

/**
 * The threads that stand before a character (or at the end) when `starts` are followed through
 * every instruction that consumes nothing; each address once, in order of preference.
 */
const follow = (
  { program, characters, budget }: Run,
  starts: readonly Thread[],
  at: number,
): Thread[] => {
  const seen = new Set<number>()
  const ready: Thread[] = []
  const open = starts.toReversed()
  for (let thread = open.pop(); thread !== undefined; thread = open.pop()) {
    const { address, slots } = thread
    const instruction = program[address]
    budget.charge()
    if (instruction === undefined || seen.has(address)) continue
    seen.add(address)
    if (instruction.kind === 'jump') open.push({ address: instruction.to, slots })
    else if (instruction.kind === 'split') {
      open.push({ address: instruction.other, slots }, { address: instruction.to, slots })
    } else if (instruction.kind === 'save') {
      budget.charge(Math.ceil(slots.length / slotsPerStep))
      open.push({ address: address + 1, slots: withSlot(slots, instruction.slot, at) })
    } else if (instruction.kind === 'assertion') {
      if (holds(instruction.assertion, characters, at)) open.push({ address: address + 1, slots })
    } else ready.push(thread)
  }
  return ready
}

/**
 * The leftmost match from `from` on, null without one. All alternatives advance together, one
 * character at a time (Thompson 1968, with the groups of Pike): the work is bounded by text length
 * times program length times groups, whatever the pattern. @throws TooManySteps
 */
export const execute = (run: Run, from: number): Slots | null => {
  let threads: Thread[] = []
  let found: Slots | null = null
  for (let at = from; at <= run.characters.length; at += 1) {
    if (found === null) threads.push({ address: 0, slots: [] })
    if (threads.length === 0) break
    const character = run.characters[at]
    const next: Thread[] = []
    for (const { address, slots } of follow(run, threads, at)) {
      const instruction = run.program[address]
      if (instruction?.kind === 'match') {
        found = slots
        break
      }
      if (instruction?.kind !== 'character' || character === undefined) continue
      if (instruction.test(character)) next.push({ address: address + 1, slots })
    }
    threads = next
  }
  return found
}
