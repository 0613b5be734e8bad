import type { Context } from '../../../kit/context.ts'

/** What runs with an application's secret now, and where it was opened last. */
export const readRunning = async ({ db, tenant, platform }: Context, applicationId: string) => {
  const now = platform.clock.now()
  const sessions = db
    .selectFrom('sessions')
    .where('tenant_id', '=', tenant.id)
    .where('application_id', '=', applicationId)
  const [open, newest] = await Promise.all([
    sessions
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('revoked_at', 'is', null)
      .where('token_expires_at', '>', now)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow(),
    sessions
      .select(['address', 'user_agent'])
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ])
  return {
    openSessions: Number(open.count),
    lastAddress: newest?.address ?? null,
    software: newest?.user_agent ?? null,
  }
}
