import type { AuthenticationResponse } from '@signet/contract/access/authentication'
import type { CompiledQuery } from 'kysely'
import type { z } from 'zod'
import type { Context } from '../../../../../kit/context.ts'
import type { Account } from '../../transaction/accounts.repository.ts'
import type { Transaction } from '../../transaction/record.ts'

export interface Answer {
  readonly transaction: Transaction
  readonly given: z.output<typeof AuthenticationResponse>
}

export interface Proof {
  readonly userId: string
  readonly authenticatorId: string | null
  readonly class: 'KNOWLEDGE' | 'POSSESSION' | 'INHERENCE'
  readonly channel: string
  /** The authenticator itself made sure who holds it: both steps are proven at once. */
  readonly verifiedUser: boolean
  /** Whoever judged it answers for a second factor, too, and is trusted in that. */
  readonly vouchesForSecond?: boolean
  /** What the evidence names, where that is not what was asked for. */
  readonly provenAs?: 'PASSTHROUGH'
  /** Writes that use the answer up; each fails when someone else was first. */
  readonly uses: readonly CompiledQuery[]
}

/** One kind of authenticator as the engine asks it. */
export interface Factor {
  /** Refuses an answer that cannot be checked now, before anything is noted and costs a guess. @throws QueueFull */
  expectRoom?(ctx: Context, answer: Answer): void
  /** What the check reads, in the round trip that reserves the answer. */
  query(ctx: Context, answer: Answer): CompiledQuery<unknown> | null
  /** Null for a wrong answer. The same work for people that do not exist. */
  check(
    ctx: Context,
    answer: Answer,
    found: { readonly account: Account | null; readonly rows: readonly unknown[] },
  ): Promise<Proof | null>
}

interface TypedFactor<Row> {
  query(ctx: Context, answer: Answer): CompiledQuery<Row> | null
  check(
    ctx: Context,
    answer: Answer,
    found: { readonly account: Account | null; readonly rows: readonly Row[] },
  ): Promise<Proof | null>
}

/** A factor that reads rows of its own. */
export const factor = <Row>({ query, check }: TypedFactor<Row>): Factor => ({
  query,
  check: (ctx, answer, { account, rows }) =>
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the rows are those of the query beside it, handed back untouched
    check(ctx, answer, { account, rows: rows as readonly Row[] }),
})
