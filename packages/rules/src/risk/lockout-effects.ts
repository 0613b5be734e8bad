import { type AttemptBudget, lockAfter } from '../guess-budget.ts'

/** An answer to one kind of authenticator of one person, as it was noted. */
export interface NotedAnswer {
  /** Milliseconds since 1970. */
  readonly at: number
  /** LOCKED: nobody has looked whether it was right. */
  readonly result: 'RIGHT' | 'WRONG' | 'LOCKED'
}

/** Wrong answers are given back to a right one of the same sign-in, which lasts as long. */
const signInMillis = 15 * 60_000
const forgottenAfterMillis = 365 * 86_400_000

/**
 * Whether each answer would have met a lock or set one off under a budget, in their order. All are
 * taken to come from one device that is not known; an answer that nobody has looked at, to be wrong.
 */
export const locksOf = (answers: readonly NotedAnswer[], budget: AttemptBudget): boolean[] => {
  let [failures, lockedUntil, lastWrong] = [0, 0, 0]
  let recent: number[] = []
  return answers.map(({ at, result }) => {
    if (lockedUntil > at) return true
    recent = recent.filter((wrong) => at - wrong <= signInMillis)
    if (result === 'RIGHT') {
      failures = Math.max(0, failures - recent.length)
      recent = []
      return false
    }
    if (at - lastWrong > forgottenAfterMillis) failures = 0
    failures += 1
    lastWrong = at
    recent.push(at)
    if (failures % budget.batch !== 0) return false
    lockedUntil = at + lockAfter(budget, failures / budget.batch) * 1000
    return true
  })
}
