import type { Module, Retention } from '../../kit/module.ts'
import { modules } from '../modules.ts'
import { platformModule } from '../platform.module.ts'

/**
 * The records of all modules, those above first: the tokens of a session go before the session.
 */
const records: readonly Module[] = [platformModule, ...Object.values(modules).flat().toReversed()]

/** Rows that are deleted when their time is over, in the order of deletion. */
export const retention: readonly Retention[] = records.flatMap((each) => each.retention ?? [])

/** Columns of times that do not end their row, each with the reason. */
export const kept: Readonly<Record<string, string>> = Object.fromEntries(
  records.flatMap((each) => Object.entries(each.kept ?? {})),
)
