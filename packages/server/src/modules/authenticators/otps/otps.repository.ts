import type { CodeDelivery } from '@signet/rules/code-deliveries'
import { type CompiledQuery, type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { OtpRow } from '../../../platform/db/schema/authenticators.ts'

export type StoredOtp = Selectable<OtpRow>

interface NewOtp {
  readonly transactionId: string
  readonly subject: string
  /** Whose messages are counted. */
  readonly recipient: string
  readonly codeHmac: Buffer
  readonly hint: string
  readonly expiresAt: Date
  readonly resendAfter: Date
  readonly sendsPerHour: number
  readonly delivery: CodeDelivery
}

interface PutOtp {
  /** The new code holds, and is to be sent. */
  readonly put: boolean
  /** The last code is too young for another. */
  readonly early: boolean
  readonly expires_at: Date | null
  readonly resend_after: Date | null
}

/**
 * Puts a new code in the place of a transaction's last one, unless that is too young or its
 * recipient has had too many: decided and counted in one statement.
 */
export const putOtp = async (ctx: Context, otp: NewOtp): Promise<PutOtp> => {
  const now = ctx.platform.clock.now()
  const tenant = sql`${ctx.tenant.id}::uuid`
  const hourAgo = new Date(now.getTime() - 3_600_000)
  const { rows } = await sql<PutOtp>`
    with last as (
      select expires_at, resend_after from otps
      where tenant_id = ${tenant} and transaction_id = ${otp.transactionId}::uuid),
    early as (select exists (select 1 from last where resend_after > ${now}::timestamptz) as early),
    counted as (
      insert into send_budgets as b (tenant_id, recipient, window_started_at, sent)
      select ${tenant}, ${otp.recipient}, ${now}::timestamptz, 1 from early where not early
      on conflict (tenant_id, recipient) do update set
        sent = case when b.window_started_at <= ${hourAgo}::timestamptz then 1 else b.sent + 1 end,
        window_started_at = case when b.window_started_at <= ${hourAgo}::timestamptz
          then excluded.window_started_at else b.window_started_at end
      where b.window_started_at <= ${hourAgo}::timestamptz or b.sent < ${otp.sendsPerHour}::integer
      returning 1),
    put as (
      insert into otps as o (tenant_id, transaction_id, subject, code_hmac, hint, sent_at, expires_at, resend_after, delivery)
      select ${tenant}, ${otp.transactionId}::uuid, ${otp.subject}, ${otp.codeHmac}::bytea, ${otp.hint},
        ${now}::timestamptz, ${otp.expiresAt}::timestamptz, ${otp.resendAfter}::timestamptz, ${otp.delivery} from counted
      on conflict (tenant_id, transaction_id) do update set code_hmac = excluded.code_hmac,
        sent_at = excluded.sent_at, expires_at = excluded.expires_at, resend_after = excluded.resend_after,
        hint = excluded.hint, delivery = excluded.delivery
      where o.consumed_at is null
      returning expires_at, resend_after)
    select exists (select 1 from put) as put, early.early,
      coalesce((select expires_at from put), (select expires_at from last)) as expires_at,
      coalesce((select resend_after from put), (select resend_after from last)) as resend_after
    from early`.execute(ctx.db)
  return rows[0] ?? { put: false, early: false, expires_at: null, resend_after: null }
}

/** Takes back a code that could not be sent: another may be asked for, by another way, without a wait. */
export const dropUnsent = async (
  { db, tenant }: Context,
  { transactionId, codeHmac }: Pick<NewOtp, 'transactionId' | 'codeHmac'>,
): Promise<void> => {
  await db
    .deleteFrom('otps')
    .where('tenant_id', '=', tenant.id)
    .where('transaction_id', '=', transactionId)
    .where('code_hmac', '=', codeHmac)
    .execute()
}

/**
 * The codes that may still be given in a transaction: its own, and one that an administrator had sent
 * to the user for their next sign-in.
 */
export const otpQuery = (
  ctx: Context,
  transactionId: string,
  userId: string | null = null,
): CompiledQuery<StoredOtp> =>
  ctx.db
    .selectFrom('otps')
    .selectAll()
    .where('tenant_id', '=', ctx.tenant.id)
    .where('transaction_id', 'in', userId === null ? [transactionId] : [transactionId, userId])
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', ctx.platform.clock.now())
    .compile()

/** Uses a code up; fails (division by zero) when it was used or replaced meanwhile. */
export const consumeOtp = (ctx: Context, otp: StoredOtp): CompiledQuery =>
  sql`with used as (
      update otps set consumed_at = ${ctx.platform.clock.now()}
      where tenant_id = ${ctx.tenant.id} and transaction_id = ${otp.transaction_id}
        and consumed_at is null and code_hmac = ${otp.code_hmac}
      returning 1)
    select 1 / count(*) from used`.compile(ctx.db)

/** A code that was used or has ended makes room for another one under the same name. */
export const forgetUsedOtp = async (ctx: Context, transactionId: string): Promise<void> => {
  const now = ctx.platform.clock.now()
  await ctx.db
    .deleteFrom('otps')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('transaction_id', '=', transactionId)
    .where((eb) => eb.or([eb('consumed_at', 'is not', null), eb('expires_at', '<=', now)]))
    .execute()
}
