import { livePassStates } from '@signet/rules/flash-passes'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { FlashPassBatchRow, FlashPassRow } from '../../../platform/db/schema/flash-passes.ts'
import { groupsInSight } from '../../identity/groups/index.ts'
import type { StoredPass } from '../live-passes/index.ts'

type StoredBatch = Selectable<FlashPassBatchRow>

export interface NamedBatch extends StoredBatch {
  readonly design_name: string
}
export interface NamedPass extends StoredPass {
  readonly design_name: string
  /** The latest end of its links. */
  readonly link_until: Date | null
}

/** A list is never empty: PostgreSQL knows no `in ()`. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** Those that the actor sees: all, or those of the records of their groups. */
const passes = (ctx: Context) => {
  const { db, tenant, platform } = ctx
  const groups = groupsInSight(ctx)
  return db
    .selectFrom('flash_passes as p')
    .innerJoin('flash_pass_designs as d', (join) =>
      join.onRef('d.tenant_id', '=', 'p.tenant_id').onRef('d.id', '=', 'p.design_id'),
    )
    .selectAll('p')
    .select('d.name as design_name')
    .select(
      sql<Date | null>`(select max(c.expires_at) from flash_pass_claims c
        where c.tenant_id = p.tenant_id and c.pass_id = p.id
        and c.expires_at > ${platform.clock.now()})`.as('link_until'),
    )
    .where('p.tenant_id', '=', tenant.id)
    .$if(groups !== 'ALL', (q) =>
      q.where('p.enrollment_id', 'in', (eb) =>
        eb
          .selectFrom('enrollments as e')
          .select('e.id')
          .where('e.tenant_id', '=', tenant.id)
          .where('e.group_id', 'in', [...groups, nobody]),
      ),
    )
}

export const findPass = (ctx: Context, id: string): Promise<NamedPass | undefined> =>
  passes(ctx).where('p.id', '=', id).executeTakeFirst()

/** Of a record; the one that is neither over nor taken back. */
export const findLivePass = (ctx: Context, enrollmentId: string): Promise<NamedPass | undefined> =>
  passes(ctx)
    .where('p.enrollment_id', '=', enrollmentId)
    .where('p.state', 'in', [...livePassStates])
    .executeTakeFirst()

/** Undefined once it is deleted. */
export const findDesignVersion = async (
  { db, tenant }: Context,
  id: string,
): Promise<number | undefined> =>
  (
    await db
      .selectFrom('flash_pass_designs')
      .select('version')
      .where('tenant_id', '=', tenant.id)
      .where('id', '=', id)
      .executeTakeFirst()
  )?.version

/** Those in wallets, by their ids. */
export const listClaimedOf = async (
  { db, tenant }: Context,
  { designId, after, most }: { designId: string; after: string | null; most: number },
): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('flash_passes')
    .select('id')
    .where('tenant_id', '=', tenant.id)
    .where('design_id', '=', designId)
    .where('state', 'in', ['CLAIMED', 'REVOKED'])
    .where('claimed_at', 'is not', null)
    .$if(after !== null, (q) => q.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

export const listOfBatch = (ctx: Context, batchId: string): Promise<NamedPass[]> =>
  passes(ctx).where('p.batch_id', '=', batchId).orderBy('p.position').execute()

export const listOfEnrollment = (ctx: Context, enrollmentId: string): Promise<NamedPass[]> =>
  passes(ctx).where('p.enrollment_id', '=', enrollmentId).orderBy('p.id', 'desc').execute()

/** Which of these records have a pass that is not over, whoever sees it. */
export const findLiveAmong = async (
  { db, tenant, platform }: Context,
  enrollmentIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('flash_passes')
    .select('enrollment_id')
    .where('tenant_id', '=', tenant.id)
    .where('enrollment_id', 'in', [...enrollmentIds, nobody])
    .where('state', 'in', [...livePassStates])
    .where((eb) =>
      eb.or([
        eb('state', '<>', 'CLAIMED'),
        eb('ends_at', 'is', null),
        eb('ends_at', '>', platform.clock.now()),
      ]),
    )
    .execute()
  return new Set(rows.flatMap(({ enrollment_id: id }) => id ?? []))
}

/** Those that have had their days make room for others. */
export const expireAmong = async (
  { db, tenant, platform }: Context,
  enrollmentIds: readonly string[],
): Promise<void> => {
  await db
    .updateTable('flash_passes')
    .set({ state: 'EXPIRED' })
    .where('tenant_id', '=', tenant.id)
    .where('enrollment_id', 'in', [...enrollmentIds, nobody])
    .where('state', '=', 'CLAIMED')
    .where('ends_at', '<=', platform.clock.now())
    .execute()
}

const batches = ({ db, tenant }: Context) =>
  db
    .selectFrom('flash_pass_batches as b')
    .innerJoin('flash_pass_designs as d', (join) =>
      join.onRef('d.tenant_id', '=', 'b.tenant_id').onRef('d.id', '=', 'b.design_id'),
    )
    .selectAll('b')
    .select('d.name as design_name')
    .where('b.tenant_id', '=', tenant.id)

export const findBatch = (ctx: Context, id: string): Promise<NamedBatch | undefined> =>
  batches(ctx).where('b.id', '=', id).executeTakeFirst()

/** Of which the actor sees a pass; those of one record alone where it is named. */
export const listBatches = (
  ctx: Context,
  { enrollmentId, most }: { readonly enrollmentId: string | undefined; readonly most: number },
): Promise<NamedBatch[]> => {
  const seen = passes(ctx)
    .clearSelect()
    .select('p.batch_id')
    .$if(enrollmentId !== undefined, (q) => q.where('p.enrollment_id', '=', enrollmentId ?? ''))
  return batches(ctx)
    .$if(enrollmentId !== undefined || groupsInSight(ctx) !== 'ALL', (q) =>
      q.where('b.id', 'in', seen),
    )
    .orderBy('b.created_at', 'desc')
    .limit(most)
    .execute()
}

type PassColumns = Omit<Insertable<FlashPassRow>, 'tenant_id'>

/** Of records that have got a pass meanwhile none is written; the others are given back. */
export const insertPasses = (
  { db, tenant }: Context,
  rows: readonly PassColumns[],
): Promise<StoredPass[]> =>
  db
    .insertInto('flash_passes')
    .values(rows.map((row) => ({ ...row, tenant_id: tenant.id })))
    .onConflict((on) => on.doNothing())
    .returningAll()
    .execute()

export const listLines = ({ db, tenant }: Context, passIds: readonly string[]) =>
  db
    .selectFrom('flash_pass_log')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .where('pass_id', 'in', [...passIds, nobody])
    .orderBy('at')
    .orderBy('number')
    .execute()
