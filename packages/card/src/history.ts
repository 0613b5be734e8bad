import { applied, type Delta, deltaOf, inverse } from './delta.ts'
import type { Design } from './document.ts'

interface Step {
  readonly name: string
  readonly delta: Delta
}

/** A design with all that was done to it since it was opened; nothing of it is ever forgotten. */
export interface History {
  readonly design: Design
  readonly done: readonly Step[]
  readonly undone: readonly Step[]
}

export const begin = (design: Design): History => ({ design, done: [], undone: [] })

/** After a change by the command `name`; one that changes nothing leaves no step. */
export const changed = (history: History, name: string, design: Design): History => {
  const delta = deltaOf(history.design, design)
  if (delta === null) return history
  return { design, done: [...history.done, { name, delta }], undone: [] }
}

export const undo = (history: History): History => {
  const last = history.done.at(-1)
  if (last === undefined) return history
  return {
    design: applied(history.design, inverse(last.delta)),
    done: history.done.slice(0, -1),
    undone: [...history.undone, last],
  }
}

export const redo = (history: History): History => {
  const last = history.undone.at(-1)
  if (last === undefined) return history
  return {
    design: applied(history.design, last.delta),
    done: [...history.done, last],
    undone: history.undone.slice(0, -1),
  }
}
