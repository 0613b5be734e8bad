import type { CompiledQuery } from 'kysely'
import type { Context } from '../../../../kit/context.ts'
import { statement } from '../../../../kit/statement.ts'
import { counting, type Holder, isCounted } from '../../../authenticators/attempts/index.ts'
import { settings } from '../../../settings/families/index.ts'

export interface Attempt {
  readonly transactionId: string
  readonly key: Buffer
  readonly factor: string
  /** A user's id, or a stranger's key. */
  readonly subject: string
  readonly userId: string | null
  readonly device: string | null
  /** Whether it may come before anything else was proven. */
  readonly isFirst: boolean
  /** The budget that it is charged to; null for what cannot be guessed. */
  readonly budget: Holder['budget'] | null
}

interface Reservation {
  /** False when the transaction has ended or its first step is due. */
  readonly open: boolean
  /** This call does the checking; false for a repeat. */
  readonly mine: boolean
  /** Whose budget was charged; null when it is used up. */
  readonly device: string | null
  /** The answer of an earlier call. */
  readonly answer: Buffer | null
}

/** A check that has not answered by then died with its process: a repeat takes over, and pays. */
const abandonedAfterMillis = 15_000

/** A code that is tried against everything the user has of a kind costs as much. */
const costOf = (table: string, condition: string): string =>
  `greatest(1, (select count(*)::integer from ${table} t
  where t.tenant_id = :tenant::uuid and t.user_id = :user::uuid and ${condition}))`

/** How many codes of a token are right at a time. */
const rightCodes = `case t.algorithm_type
  when 'OATH_HOTP' then :presses::integer
  when 'AT' then :positions::integer
  when 'VENDOR' then :positions::integer
  when 'OATH_OCRA' then case when t.ocra_suite like '%C-Q%' then :presses::integer else 1 end
    * case when t.ocra_suite like '%-T%' then :steps::integer else 1 end
  else case t.type when 'OATH_PHYSICAL_TOKEN' then :steps::integer else 3 end end`

/**
 * Each code is tried against every token of the user, so it costs as much: by the chance that it is
 * one of a token's right codes, in parts of that of a six-digit one with three of them.
 */
const tokenCost = `greatest(1, (select ceil(sum((${rightCodes})
    / (3 * 10 ^ greatest(0, t.digits - 6))))::integer from tokens t
  where t.tenant_id = :tenant::uuid and t.user_id = :user::uuid and t.state = 'ACTIVE'))`

const hasEvidence = (condition: string): string => `exists (select 1 from sign_in_evidence e
    where e.tenant_id = :tenant::uuid and e.transaction_id = :transaction::uuid and ${condition})`

/** What may come first needs nothing before it. */
const isOpen = {
  first: `not ${hasEvidence('e.decision is not null')}`,
  later: `not ${hasEvidence('e.decision is not null')} and ${hasEvidence('e.step = 1')}`,
} as const
type Place = keyof typeof isOpen

const reserveText = (place: Place, cost: string, budget: string): string => `
  with state as (select (${isOpen[place]}) as open),
  attempt as (
    insert into sign_in_attempts as s
      (tenant_id, transaction_id, attempt_key, factor, cost, reserved_at)
    select :tenant::uuid, :transaction::uuid, :key::bytea, :factor::text, ${cost}, :now::timestamptz
    from state where open
    on conflict (tenant_id, transaction_id, attempt_key)
      do update set reserved_at = excluded.reserved_at
      where s.answer is null and s.reserved_at < :abandoned::timestamptz
    returning cost),
  budget as (${budget})
  select state.open, exists (select 1 from attempt) as mine, (select device from budget) as device,
    (select s.answer from sign_in_attempts s where s.tenant_id = :tenant::uuid
      and s.transaction_id = :transaction::uuid and s.attempt_key = :key::bytea) as answer
  from state`

const charge = counting.chargeText(
  `(select ${counting.deviceText} as device, a.cost from attempt a)`,
)

interface Values {
  readonly tenant: string
  readonly transaction: string
  readonly key: Buffer
  readonly factor: string
  readonly user: string | null
  readonly device: string | null
  readonly now: Date
  readonly abandoned: Date
}
/** Of hardware tokens: steps, presses, and positions of makers' own whose codes are taken. */
const reachOf = (ctx: Context) => {
  const { timeWindow, counterWindow } = settings.hardwareOath.lastRead(ctx)
  const positions = 2 * settings.legacyToken.lastRead(ctx).timeWindow + 1
  return { steps: 2 * timeWindow + 1, presses: counterWindow + 1, positions }
}

type Charged = Values & ReturnType<typeof counting.chargeValues> & ReturnType<typeof reachOf>

/** The statements of one place. */
const reservesAt = (place: Place) => ({
  signature: statement<Values, Reservation>(
    reserveText(place, '1', `select '' as device from attempt`),
  ),
  guess: statement<Charged, Reservation>(reserveText(place, '1', charge)),
  /** Factors of which somebody has several. */
  many: {
    TOKEN: statement<Charged, Reservation>(reserveText(place, tokenCost, charge)),
    GRID: statement<Charged, Reservation>(
      reserveText(place, costOf('grids', "t.state in ('PENDING', 'ACTIVE')"), charge),
    ),
  },
})
const reserves = { first: reservesAt('first'), later: reservesAt('later') } as const
const isMany = (factor: string): factor is 'TOKEN' | 'GRID' => factor in reserves.first.many

/**
 * Notes an answer before it is checked and charges its budget, in one statement that commits on its
 * own: whatever becomes of the check, the answer has counted. A repeat is told from a new answer
 * here, and costs nothing.
 */
export const reserveQuery = (ctx: Context, attempt: Attempt): CompiledQuery<Reservation> => {
  const { factor, subject, budget } = attempt
  const now = ctx.platform.clock.now()
  const values = {
    tenant: ctx.tenant.id,
    transaction: attempt.transactionId,
    key: attempt.key,
    factor,
    user: attempt.userId,
    device: attempt.device,
    now,
    abandoned: new Date(now.getTime() - abandonedAfterMillis),
  }
  const { signature, guess, many } = reserves[attempt.isFirst ? 'first' : 'later']
  if (!isCounted(factor) || budget === null) return signature(values)
  const chargeValues = counting.chargeValues(ctx, { subject, factor, budget })
  const charged = { ...values, ...chargeValues, ...reachOf(ctx) }
  return isMany(factor) ? many[factor](charged) : guess(charged)
}

type AttemptKey = Pick<Attempt, 'transactionId' | 'key'>

const thisAttempt = `tenant_id = :tenant::uuid and transaction_id = :transaction::uuid
  and attempt_key = :key::bytea`

const keyOf = (ctx: Context, { transactionId, key }: AttemptKey) => ({
  tenant: ctx.tenant.id,
  transaction: transactionId,
  key,
})
type KeyValues = ReturnType<typeof keyOf>

const answer = statement<KeyValues & { readonly answer: Buffer }>(
  `update sign_in_attempts set answer = :answer where ${thisAttempt}`,
)
const forget = statement<KeyValues>(
  `delete from sign_in_attempts where ${thisAttempt} and answer is null`,
)

export const answerAttempt = (ctx: Context, attempt: AttemptKey, sealed: Buffer): CompiledQuery =>
  answer({ ...keyOf(ctx, attempt), answer: sealed })

/** An answer that was not checked is forgotten: the same one may come again. */
export const forgetAttempt = (ctx: Context, attempt: AttemptKey): CompiledQuery =>
  forget(keyOf(ctx, attempt))

/** An attempt that was noted before; undefined when it was forgotten. */
export const findAttempt = (
  ctx: Context,
  { transactionId, key }: AttemptKey,
): Promise<{ readonly answer: Buffer | null } | undefined> =>
  ctx.db
    .selectFrom('sign_in_attempts')
    .select('answer')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('transaction_id', '=', transactionId)
    .where('attempt_key', '=', key)
    .executeTakeFirst()

const refund = statement<
  ReturnType<typeof counting.refundValues> & { readonly transaction: string }
>(
  counting.refundText(`select coalesce(sum(s.cost), 0)::integer from sign_in_attempts s
    where s.tenant_id = :tenant::uuid and s.transaction_id = :transaction::uuid
      and s.factor = :factor`),
)

/** Gives back what a transaction's answers for a factor have cost its budget. */
export const refundQuery = (ctx: Context, holder: Holder, transaction: string): CompiledQuery =>
  refund({ ...counting.refundValues(ctx, holder), transaction })
