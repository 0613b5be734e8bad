import type { PassEvent, PassState } from '@signet/rules/flash-passes'
import type { Context } from '../../kit/context.ts'

const day = 86_400_000

const states: readonly PassState[] = ['CLAIMED', 'ISSUED', 'CLAIMED', 'REVOKED']

/** What happened to a pass until it came to stand so, a day for each. */
const eventsOf = (state: PassState): readonly PassEvent[] => {
  if (state === 'REVOKED') return ['ISSUED', 'CLAIMED', 'REVOKED']
  return state === 'CLAIMED' ? ['ISSUED', 'CLAIMED'] : ['ISSUED']
}

const timesOf = (state: PassState, at: Date) => {
  const isClaimed = state === 'CLAIMED' || state === 'REVOKED'
  const claimed = new Date(at.getTime() + day)
  return {
    apple_at: isClaimed ? claimed : null,
    claimed_at: isClaimed ? claimed : null,
    ends_at: isClaimed ? new Date(claimed.getTime() + 365 * day) : null,
    ended_at: state === 'REVOKED' ? new Date(claimed.getTime() + day) : null,
  }
}

const studentsOf = ({ db, tenant }: Context, workflowId: string) =>
  db
    .selectFrom('enrollments')
    .select(['id', 'title'])
    .where('tenant_id', '=', tenant.id)
    .where('workflow_id', '=', workflowId)
    .orderBy('title_key')
    .limit(states.length)
    .execute()

/** Some students have their cards on their phones. */
export const insertPasses = async (ctx: Context): Promise<void> => {
  const { db, tenant, platform } = ctx
  const design = await db
    .selectFrom('flash_pass_designs')
    .select(['id', 'workflow_design_id'])
    .where('tenant_id', '=', tenant.id)
    .executeTakeFirstOrThrow()
  const people = await studentsOf(ctx, design.workflow_design_id)
  const at = new Date(platform.clock.now().getTime() - 5 * day)
  const made = { tenant_id: tenant.id, design_id: design.id, created_at: at, created_by: 'demo' }
  const batch_id = platform.ids.uuid()
  await db
    .insertInto('flash_pass_batches')
    .values({ ...made, id: batch_id, total: people.length })
    .execute()
  const passes = people.map(({ id: enrollment_id, title }, position) => {
    const state = states[position] ?? 'ISSUED'
    const own = { id: platform.ids.uuid(), batch_id, position, enrollment_id, title, state }
    return {
      ...made,
      ...timesOf(state, at),
      ...own,
      changed_at: at,
      logged: eventsOf(state).length,
    }
  })
  if (passes.length === 0) return
  await db.insertInto('flash_passes').values(passes).execute()
  const lines = passes.flatMap(({ id, state }) =>
    eventsOf(state).map((event, before) => ({
      tenant_id: tenant.id,
      pass_id: id,
      number: before + 1,
      at: new Date(at.getTime() + before * day),
      event,
      detail: event === 'CLAIMED' ? 'APPLE' : '',
    })),
  )
  await db.insertInto('flash_pass_log').values(lines).execute()
}
