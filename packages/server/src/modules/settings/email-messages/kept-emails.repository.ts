import { mostKeptEmails } from '@signet/contract/settings/email-messages'
import { emailTemplateTypes } from '@signet/rules/email-templates'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { day } from '../../../kit/module.ts'
import { lockLimit } from '../../../platform/db/limit-lock.ts'

/** What an email is composed of again. */
const KeptEmail = z.object({
  type: z.enum(emailTemplateTypes),
  to: z.string(),
  userId: z.string().nullable(),
  locale: z.string(),
  values: z.record(z.string(), z.string()),
  replyTo: z.string().optional(),
})
export type KeptEmail = z.output<typeof KeptEmail>

const keptMillis = 7 * day

const purposeOf = (id: string): string => `kept-email:${id}`

/** The oldest failed emails above the limit; those that wait to be sent again stay. */
const removeOldest = async (ctx: Context): Promise<void> => {
  const tenantId = ctx.tenant.id
  await sql`
    delete from kept_emails where tenant_id = ${tenantId} and id in (
      select k.id from kept_emails k join email_messages m
        on m.tenant_id = k.tenant_id and m.id = k.id
      where k.tenant_id = ${tenantId} and m.state in ('BOUNCED', 'FAILED')
      order by k.kept_at desc, k.id desc offset ${mostKeptEmails})`.execute(ctx.db)
}

interface Keeping extends KeptEmail {
  readonly id: string
  /** When the link in it expires; null for an email without a secret. */
  readonly secretUntil: Date | null
}

/** Keeps a failed email, sealed, for 7 days or until its link expires; of a tenant the newest ones. */
export const keepEmail = async (
  ctx: Context,
  { id, secretUntil, ...email }: Keeping,
): Promise<void> => {
  const now = ctx.platform.clock.now()
  const latest = now.getTime() + keptMillis
  const text = Buffer.from(JSON.stringify(KeptEmail.parse(email)), 'utf8')
  const sealed = await ctx.platform.secrets.seal(ctx.tenant.id, purposeOf(id), text)
  const row = {
    tenant_id: ctx.tenant.id,
    id,
    user_id: email.userId,
    sealed,
    kept_at: now,
    expires_at: new Date(Math.min(latest, secretUntil?.getTime() ?? latest)),
  }
  await ctx.transaction(async (ctx) => {
    await lockLimit(ctx, 'kept_emails')
    await ctx.db
      .insertInto('kept_emails')
      .values(row)
      .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing())
      .execute()
    await removeOldest(ctx)
  })
}

/** Null when it is no longer kept. */
export const openKept = async (ctx: Context, id: string): Promise<KeptEmail | null> => {
  const row = await ctx.db
    .selectFrom('kept_emails')
    .select('sealed')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where('expires_at', '>', ctx.platform.clock.now())
    .executeTakeFirst()
  if (row === undefined) return null
  const text = await ctx.platform.secrets.open(ctx.tenant.id, purposeOf(id), row.sealed)
  return KeptEmail.parse(JSON.parse(text.toString('utf8')))
}

export const dropKept = async (ctx: Context, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await ctx.db
    .deleteFrom('kept_emails')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', 'in', ids)
    .execute()
}
