import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { ScheduledTaskRow, ScheduledTaskRunRow } from '../../../platform/db/schema/reports.ts'

export type StoredTask = Selectable<ScheduledTaskRow>
export type StoredRun = Selectable<ScheduledTaskRunRow>
type TaskChange = Omit<Updateable<ScheduledTaskRow>, 'tenant_id' | 'id' | 'version'>
type RunChange = Omit<Updateable<ScheduledTaskRunRow>, 'tenant_id' | 'id'>

const mostRuns = 50

const tasks = ({ db, tenant }: Context) =>
  db.selectFrom('scheduled_tasks').selectAll().where('tenant_id', '=', tenant.id)

export const listTasks = (ctx: Context): Promise<StoredTask[]> =>
  tasks(ctx).orderBy('name_key').execute()

export const findTask = (ctx: Context, id: string): Promise<StoredTask | undefined> =>
  tasks(ctx).where('id', '=', id).executeTakeFirst()

export const findTaskForChange = (ctx: Context, id: string): Promise<StoredTask | undefined> =>
  tasks(ctx).where('id', '=', id).forUpdate().executeTakeFirst()

/** The task, unless another node has it in hand. */
export const takeTask = (ctx: Context, id: string): Promise<StoredTask | undefined> =>
  tasks(ctx).where('id', '=', id).forUpdate().skipLocked().executeTakeFirst()

export const insertTask = async (
  { db }: Context,
  row: Insertable<ScheduledTaskRow>,
): Promise<void> => {
  await db.insertInto('scheduled_tasks').values(row).execute()
}

export const updateTask = async (
  { db, tenant }: Context,
  id: string,
  change: TaskChange,
): Promise<void> => {
  await db
    .updateTable('scheduled_tasks')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .execute()
}

export const removeTask = async ({ db, tenant }: Context, id: string): Promise<void> => {
  await db
    .deleteFrom('scheduled_tasks')
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .execute()
}

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

export const findRun = (ctx: Context, id: string): Promise<StoredRun | undefined> =>
  runs(ctx).where('id', '=', id).executeTakeFirst()

export const insertRun = async (
  { db }: Context,
  row: Insertable<ScheduledTaskRunRow>,
): Promise<void> => {
  await db.insertInto('scheduled_task_runs').values(row).execute()
}

export const updateRun = async (
  { db, tenant }: Context,
  id: string,
  change: RunChange,
): Promise<void> => {
  await db
    .updateTable('scheduled_task_runs')
    .set(change)
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .execute()
}

/** Users by id, with what mail needs. */
export const listPeople = ({ db, tenant }: Context, ids: readonly string[]) =>
  db
    .selectFrom('users')
    .select(['id', 'user_id', 'first_name', 'email', 'email_verified', 'locale'])
    .where('tenant_id', '=', tenant.id)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('user_id')
    .execute()

export type Person = Awaited<ReturnType<typeof listPeople>>[number]
