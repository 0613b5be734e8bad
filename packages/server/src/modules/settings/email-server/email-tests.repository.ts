import type { Selectable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { EmailTestRow } from '../../../platform/db/schema/email.ts'

type StoredTest = Selectable<EmailTestRow>

/** The last test email through this server. */
export const findTest = (ctx: Context, serverKey: Buffer): Promise<StoredTest | undefined> =>
  ctx.db
    .selectFrom('email_tests')
    .selectAll()
    .where('tenant_id', '=', ctx.tenant.id)
    .where('server_key', '=', serverKey)
    .executeTakeFirst()

/** Replaces the last test. What arrived through the same server before has still arrived. */
export const putTest = async (
  ctx: Context,
  test: Omit<StoredTest, 'tenant_id' | 'arrived_at'>,
): Promise<void> => {
  const before = await findTest(ctx, test.server_key)
  const row = { ...test, arrived_at: before?.arrived_at ?? null }
  await ctx.db
    .insertInto('email_tests')
    .values({ ...row, tenant_id: ctx.tenant.id })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(row))
    .execute()
}

/** The server has taken the email. */
export const noteTaken = async (ctx: Context, id: string): Promise<void> => {
  await ctx.db
    .updateTable('email_tests')
    .set({ taken: true })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}

/** Whether the test is still the last one. */
export const noteArrival = async (ctx: Context, id: string): Promise<boolean> => {
  const noted = await ctx.db
    .updateTable('email_tests')
    .set({ arrived_at: ctx.platform.clock.now() })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}
