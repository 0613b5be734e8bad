import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../../../kit/context.ts'
import { QueueFull } from '../../../../platform/hashes.ts'
import { hashChosen, judge, passwordSets } from '../../../authenticators/passwords/index.ts'
import { failed, faultOf, type Prepared, type ValueRow } from '../bulk-work.ts'

/** Hashes in flight of one operation: people who sign in come first. */
const atWork = 2
const pauseMillis = 200

interface Named {
  readonly name: string
  readonly password: string
}

interface How {
  readonly name: string
  readonly dryRun: boolean
  /** Kinds of foreign hashes that the rows before bring. */
  readonly kinds: Set<string>
}

const patiently = async (work: () => Promise<string>): Promise<string> => {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error
      await sleep(pauseMillis)
    }
  }
}

const wordsOf = ({ values }: ValueRow): string[] =>
  [values.userId, values.firstName, values.lastName, values.email?.split('@', 1)[0]].filter(
    (word) => word !== undefined,
  )

/** A dry run looks at the rules and spares the work. */
const checked = async (ctx: Context, row: ValueRow, { name, password }: Named) => {
  const verdict = await judge(ctx, { userId: null, password, words: wordsOf(row) })
  if (verdict.valid) return { ...row, hash: '' }
  const message = verdict.failed.join(', ')
  return failed(row, name, { code: 'password_invalid', column: 'password', message })
}

const hashed = async (ctx: Context, row: ValueRow, how: How): Promise<Prepared> => {
  const { name, dryRun, kinds } = how
  const { password, passwordHash } = row.values
  if (passwordHash !== undefined) {
    const taken = await passwordSets.importable(ctx, passwordHash, kinds)
    if ('hash' in taken) return { ...row, hash: taken.hash }
    const message = taken.fault
    return failed(row, name, { code: 'invalid_parameters', column: 'passwordHash', message })
  }
  if (password === undefined) return row
  if (dryRun) return checked(ctx, row, { name, password })
  try {
    const chosen = { userId: null, password, words: wordsOf(row), byAdministrator: true }
    return { ...row, hash: await patiently(() => hashChosen(ctx, chosen)) }
  } catch (error) {
    return failed(row, name, { ...faultOf(error), column: 'password' })
  }
}

/** The rows with the hashes of their passwords; those whose password breaks a rule are refused. */
export const hashedRows = async (
  ctx: Context,
  rows: readonly ValueRow[],
  { nameOf, dryRun }: { readonly nameOf: (row: ValueRow) => string; readonly dryRun: boolean },
): Promise<readonly Prepared[]> => {
  const prepared: Prepared[] = []
  const kinds = new Set<string>()
  for (let at = 0; at < rows.length; ) {
    const size = rows[at]?.values.password === undefined ? 100 : atWork
    const some = rows.slice(at, at + size)
    prepared.push(
      ...(await Promise.all(
        some.map((row) => hashed(ctx, row, { name: nameOf(row), dryRun, kinds })),
      )),
    )
    at += size
  }
  return prepared
}
