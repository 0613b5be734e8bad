import type { Context } from '../../kit/context.ts'

const definition = JSON.stringify({ kind: 'USERS', period: 'LAST_DAY', filter: {} })

/** A report that is paused, with its files: any call on it may go on. */
export const buildReport = async (ctx: Context): Promise<string> => {
  const id = ctx.platform.ids.uuid()
  const now = ctx.platform.clock.now()
  await ctx.db
    .insertInto('reports')
    .values({
      tenant_id: ctx.tenant.id,
      id,
      name: `Report ${id}`,
      definition,
      state: 'PAUSED',
      csv: Buffer.from('total\r\n'),
      pdf: Buffer.from('%PDF-1.3'),
      owner_id: ctx.platform.ids.uuid(),
      owner_name: 'ada',
      sight: 'ALL',
      created_at: now,
      expires_at: new Date(now.getTime() + 86_400_000),
    })
    .execute()
  return id
}

/** A task that is switched off and mails to nobody. */
export const buildScheduledTask = async (ctx: Context): Promise<string> => {
  const id = ctx.platform.ids.uuid()
  const now = ctx.platform.clock.now()
  await ctx.db
    .insertInto('scheduled_tasks')
    .values({
      tenant_id: ctx.tenant.id,
      id,
      name: `Task ${id}`,
      name_key: `task ${id}`,
      report: definition,
      cron: '0 7 * * 1',
      time_zone: 'UTC',
      enabled: false,
      recipients: '[]',
      owner_id: ctx.platform.ids.uuid(),
      owner_name: 'ada',
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}
