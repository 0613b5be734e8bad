import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { ScheduledTaskRow, ScheduledTaskRunRow } from '../../../platform/db/schema/reports.ts'
import { inSight } from '../../identity/groups/index.ts'
import { ownerInSight } from '../saved-reports/index.ts'

export type StoredTask = Selectable<ScheduledTaskRow>
export type StoredRun = Selectable<ScheduledTaskRunRow>

const mostRuns = 50

/** Those of others run under their rights and name their recipients: who is limited to groups sees their own. */
const tasks = (ctx: Context) => {
  const owner = ownerInSight(ctx)
  return ctx.db
    .selectFrom('scheduled_tasks')
    .selectAll()
    .where('tenant_id', '=', ctx.tenant.id)
    .$if(owner !== null, (query) => query.where('owner_id', '=', owner ?? ''))
}

export const listTasks = (ctx: Context): Promise<StoredTask[]> =>
  tasks(ctx).orderBy('name_key').execute()

export const findTask = (ctx: Context, id: string): Promise<StoredTask | undefined> =>
  tasks(ctx).where('id', '=', id).executeTakeFirst()

export const findTaskForChange = (ctx: Context, id: string): Promise<StoredTask | undefined> =>
  tasks(ctx).where('id', '=', id).forUpdate().executeTakeFirst()

/** The task, unless another node has it in hand. */
export const takeTask = (ctx: Context, id: string): Promise<StoredTask | undefined> =>
  tasks(ctx).where('id', '=', id).forUpdate().skipLocked().executeTakeFirst()

const runs = ({ db, tenant }: Context) =>
  db.selectFrom('scheduled_task_runs').selectAll().where('tenant_id', '=', tenant.id)

/** Newest first, with the report of each as long as it is kept. */
export const listRuns = (ctx: Context, taskId: string) =>
  runs(ctx)
    .select((eb) =>
      eb
        .selectFrom('reports as r')
        .select('r.id')
        .where('r.tenant_id', '=', ctx.tenant.id)
        .whereRef('r.id', '=', 'scheduled_task_runs.report_id')
        .where('r.expires_at', '>', ctx.platform.clock.now())
        .as('kept_report_id'),
    )
    .where('task_id', '=', taskId)
    .orderBy('due_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostRuns)
    .execute()

/** The newest run of each task of the tenant. */
export const listNewestRuns = ({ db, tenant }: Context) =>
  db
    .selectFrom('scheduled_tasks as t')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('scheduled_task_runs as r')
          .select('r.state')
          .where('r.tenant_id', '=', tenant.id)
          .whereRef('r.task_id', '=', 't.id')
          .orderBy('r.due_at', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .select(['t.id as task_id', 'newest.state'])
    .where('t.tenant_id', '=', tenant.id)
    .execute()

/** Users by id whom the actor sees, and the actor, with what mail needs. */
export const listPeople = (ctx: Context, ids: readonly string[]) =>
  ctx.db
    .selectFrom('users as u')
    .select(['u.id', 'u.user_id', 'u.first_name', 'u.email', 'u.email_verified', 'u.locale'])
    .where('u.tenant_id', '=', ctx.tenant.id)
    .where(sql<boolean>`u.id = any(${ids}::uuid[])`)
    .where((eb) => eb.or([eb('u.id', '=', ownerInSight(ctx)), inSight(ctx, 'u.id')]))
    .orderBy('u.user_id')
    .execute()

export type Person = Awaited<ReturnType<typeof listPeople>>[number]
