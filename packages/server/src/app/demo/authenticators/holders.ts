import type { Owner } from '../../../modules/authenticators/owners/index.ts'

/** Somebody of the demonstration by their user id. */
export type Holder = (userId: string) => Owner

/** @throws for nobody: a demonstration that lost a person should not start */
export const holdersAmong =
  (users: ReadonlyMap<string, string>): Holder =>
  (name) => {
    const id = users.get(name)
    if (id === undefined) throw new Error(`the demonstration has no ${name}`)
    return { id, name }
  }

const dayMillis = 86_400_000

export const daysFrom = (now: Date, days: number): Date =>
  new Date(now.getTime() + days * dayMillis)

/** The demonstration gives whatever it likes to whomever it likes. */
export const owned = (): void => {}
