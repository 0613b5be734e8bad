import { type CompiledQuery, type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { statement } from '../../../kit/statement.ts'
import type { FaceCheckRow, FaceRow } from '../../../platform/db/schema/machines.ts'

export type StoredFace = Selectable<FaceRow>
type StoredCheck = Selectable<FaceCheckRow>

const faces = (ctx: Context) =>
  ctx.db.selectFrom('faces').selectAll().where('tenant_id', '=', ctx.tenant.id)

export const listFaces = (ctx: Context, userId: string): Promise<StoredFace[]> =>
  faces(ctx).where('user_id', '=', userId).execute()

export const findFaceByRun = (ctx: Context, run: string): Promise<StoredFace | undefined> =>
  faces(ctx).where('run', '=', run).executeTakeFirst()

/** One face of one person: undefined when another registration came in between. */
export const replaceFace = async (
  ctx: Context,
  face: StoredFace,
): Promise<StoredFace | undefined> => {
  await ctx.db
    .deleteFrom('faces')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', face.user_id)
    .execute()
  return ctx.db
    .insertInto('faces')
    .values(face)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Ends a registration that is still open, once; undefined when it has ended. */
export const settleFace = (
  ctx: Context,
  { id, run }: Pick<StoredFace, 'id' | 'run'>,
  state: 'ACTIVE' | 'DECLINED',
): Promise<StoredFace | undefined> =>
  ctx.db
    .updateTable('faces')
    .set({ state, ...(state === 'ACTIVE' ? { activated_at: ctx.platform.clock.now() } : {}) })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where('run', '=', run)
    .where('state', '=', 'REGISTERING')
    .returningAll()
    .executeTakeFirst()

export const insertCheck = async (ctx: Context, check: StoredCheck): Promise<void> => {
  await ctx.db.insertInto('face_checks').values(check).execute()
}

interface OpenCheck {
  readonly run: string
  readonly face_id: string
  readonly applicant: string
}

const findOpen = statement<{ tenant: string; transaction: string; now: Date }, OpenCheck>(`
  select c.run, c.face_id, f.applicant from face_checks c
  join faces f on f.tenant_id = c.tenant_id and f.id = c.face_id
  where c.tenant_id = :tenant::uuid and c.transaction_id = :transaction::uuid
    and c.state = 'PENDING' and c.expires_at > :now::timestamptz and f.state = 'ACTIVE'
  order by c.started_at desc limit 1`)

/** The newest check of a sign-in, while its face counts. */
export const openCheckQuery = (ctx: Context, transaction: string): CompiledQuery<OpenCheck> =>
  findOpen({ tenant: ctx.tenant.id, transaction, now: ctx.platform.clock.now() })

/** Uses a check up; fails (division by zero) when it was used, or its face is gone. */
export const useCheck = (ctx: Context, { run, face_id }: OpenCheck): CompiledQuery => {
  const now = ctx.platform.clock.now()
  return sql`with used as (
      update face_checks set state = 'USED' where tenant_id = ${ctx.tenant.id} and run = ${run}
        and state = 'PENDING' and expires_at > ${now} returning 1),
    noted as (
      update faces set last_used_at = ${now} where tenant_id = ${ctx.tenant.id}
        and id = ${face_id} and state = 'ACTIVE' returning 1)
    select 1 / ((select count(*) from used) * (select count(*) from noted))`.compile(ctx.db)
}
