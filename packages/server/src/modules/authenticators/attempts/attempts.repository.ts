import { type CompiledQuery, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { statement } from '../../../kit/statement.ts'
import {
  type Budget,
  budgetOf,
  budgets,
  budgetUnder,
  type CountedFactor,
  channels,
  forgetAfterMillis,
  guessesBeforeLock,
  longestLockSeconds,
} from './budgets.ts'

/** Whose budget an answer is charged to. */
interface Account {
  /** A user's id, or the key of a stranger. */
  readonly subject: string
  readonly factor: CountedFactor
  readonly budget: Budget
}

export interface Holder extends Account {
  /** The key of a known device; empty for strange ones. */
  readonly device: string
}

/** The end of the lock that a charge sets off by completing a batch; null for none. */
const lockAfter = (before: string, cost: string): string => `
  case when (${before} + ${cost}) / :batch::integer > ${before} / :batch::integer
    then :now::timestamptz + make_interval(secs => least(${longestLockSeconds}::float8,
      :first_lock::float8 * power(:growth::float8,
        least((${before} + ${cost}) / :batch::integer - 1, 20)))) end`

const carried = '(case when b.last_failed_at < :forgotten::timestamptz then 0 else b.failures end)'

/**
 * Charges the budget of each row (`device`, `cost`) of `source`; returns a row for each that was
 * not locked. One statement: parallel answers are counted one by one. Its values: `chargeValues`.
 */
const chargeText = (source: string): string => `
  insert into attempt_budgets as b
    (tenant_id, subject, factor, channel, device, failures, last_failed_at, locked_until)
  select :tenant::uuid, :subject::text, :factor::text, :channel::text, source.device, source.cost,
    :now::timestamptz, ${lockAfter('0', 'source.cost')}
  from ${source} as source
  on conflict (tenant_id, subject, factor, channel, device) do update set
    failures = ${carried} + excluded.failures,
    last_failed_at = excluded.last_failed_at,
    locked_until = ${lockAfter(carried, 'excluded.failures')}
  where b.locked_until is null or b.locked_until <= excluded.last_failed_at
  returning b.device`

const chargeValues = (ctx: Context, { subject, factor, budget }: Account) => {
  const now = ctx.platform.clock.now()
  const { batch, firstLockSeconds, growth } = budget
  return {
    tenant: ctx.tenant.id,
    subject,
    factor,
    channel: channels[factor],
    now,
    forgotten: new Date(now.getTime() - forgetAfterMillis),
    batch,
    first_lock: firstLockSeconds,
    growth,
  }
}

/** The device's key where the user has signed in from it before, else the empty text. */
const deviceText = `
  coalesce((select d.device from known_devices d where d.tenant_id = :tenant::uuid
    and d.user_id = :user::uuid and d.device = :device::text), '')`

type Charged = ReturnType<typeof chargeValues>

const chargeOne = statement<
  Charged & { readonly user: string; readonly device: string | null },
  { readonly device: string }
>(chargeText(`(select ${deviceText} as device, 1 as cost)`))

interface Try extends Account {
  readonly user: string
  readonly device: string | null
}

/** Charges one answer; the device whose budget it was, undefined when that is used up. */
export const chargeAnswer = async (
  ctx: Context,
  { user, device, ...account }: Try,
): Promise<string | undefined> => {
  const { rows } = await ctx.db.executeQuery(
    chargeOne({ ...chargeValues(ctx, account), user, device }),
  )
  return rows[0]?.device
}

/**
 * What a right answer gives back. A known device starts afresh; strange ones get back what this
 * sign-in alone had cost: someone else's sign-ins would otherwise pay for a guesser's.
 * `spent` is that cost, as SQL over the given values.
 */
const refundText = (spent: string): string => {
  const left = `(case when b.device = '' then greatest(0, b.failures - (${spent})) else 0 end)`
  return `
    update attempt_budgets b set failures = ${left},
      locked_until = case when b.failures / :batch::integer > ${left} / :batch::integer
        then null else b.locked_until end
    where b.tenant_id = :tenant::uuid and b.subject = :subject and b.factor = :factor
      and b.channel = :channel and b.device = :device`
}

const refundValues = (ctx: Context, { subject, factor, device, budget }: Holder) => ({
  tenant: ctx.tenant.id,
  subject,
  factor,
  channel: channels[factor],
  device,
  batch: budget.batch,
})

const refundOne = statement<ReturnType<typeof refundValues>>(refundText('1'))

/** For statements that charge and give back among other things. */
export const counting = {
  budgets,
  budgetOf,
  budgetUnder,
  chargeText,
  chargeValues,
  deviceText,
  refundText,
  refundValues,
  guessesBeforeLock,
} as const

/** Gives the cost of one answer back. */
export const refundAnswer = (ctx: Context, holder: Holder): CompiledQuery =>
  refundOne(refundValues(ctx, holder))

export const listBudgets = (ctx: Context, subject: string) =>
  ctx.db
    .selectFrom('attempt_budgets')
    .select(['factor', 'device', 'failures', 'last_failed_at', 'locked_until'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('subject', '=', subject)
    .where('failures', '>', 0)
    .orderBy('factor')
    .orderBy('device')
    .execute()

/** Of every factor where none is named. */
export const removeBudgets = async (
  ctx: Context,
  subjects: readonly string[],
  factors: readonly CountedFactor[] | null,
): Promise<void> => {
  await sql`delete from attempt_budgets where tenant_id = ${ctx.tenant.id}
    and subject = any (${subjects}::text[])
    and (${factors}::text[] is null or factor = any (${factors}::text[]))`.execute(ctx.db)
}
