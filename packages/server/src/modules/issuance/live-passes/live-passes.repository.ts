import { livePassStates, type PassEvent } from '@signet/rules/flash-passes'
import { type Selectable, sql, type Updateable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { FlashPassRow } from '../../../platform/db/schema/flash-passes.ts'

export type StoredPass = Selectable<FlashPassRow>

/** A list is never empty: PostgreSQL knows no `in ()`. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** What happened to a pass, with a line in its log. */
export interface Happened {
  readonly event: PassEvent
  readonly detail?: string
  readonly change?: Omit<Updateable<FlashPassRow>, 'logged'>
}

/** Of several at once, in two statements. @returns the passes as they are now */
export const notePasses = async (
  { db, tenant, platform }: Context,
  ids: readonly string[],
  { event, detail = '', change = {} }: Happened,
): Promise<readonly StoredPass[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .updateTable('flash_passes')
    .set({ ...change, logged: sql<number>`logged + 1` })
    .where('tenant_id', '=', tenant.id)
    .where('id', 'in', [...ids])
    .returningAll()
    .execute()
  if (rows.length === 0) return rows
  const line = { tenant_id: tenant.id, at: platform.clock.now(), event, detail }
  await db
    .insertInto('flash_pass_log')
    .values(rows.map(({ id, logged }) => ({ ...line, pass_id: id, number: logged })))
    .execute()
  return rows
}

/** No link of these passes is good any more. */
export const removeClaims = async (
  { db, tenant }: Context,
  passIds: readonly string[],
): Promise<void> => {
  if (passIds.length === 0) return
  await db
    .deleteFrom('flash_pass_claims')
    .where('tenant_id', '=', tenant.id)
    .where('pass_id', 'in', [...passIds])
    .execute()
}

const live = ({ db, tenant }: Context) =>
  db
    .selectFrom('flash_passes')
    .select(['id', 'state', 'enrollment_id'])
    .where('tenant_id', '=', tenant.id)
    .where('state', 'in', [...livePassStates])
    .orderBy('id')

/** Of these passes, or of these records. */
export type Of = { readonly ids: readonly string[] } | { readonly enrollmentIds: readonly string[] }

const isOf = (of: Of) =>
  'ids' in of
    ? sql<boolean>`id = any(${[...of.ids]}::uuid[])`
    : sql<boolean>`enrollment_id = any(${[...of.enrollmentIds]}::uuid[])`

/** They stay as they are until the transaction ends. */
export const findLiveForChange = (ctx: Context, of: Of) =>
  live(ctx).where(isOf(of)).forUpdate().execute()

interface Live {
  readonly id: string
  readonly enrollment_id: string | null
}

/** The ids of passes by those of their records. */
export const byRecord = (passes: readonly Live[]): ReadonlyMap<string, string> =>
  new Map(passes.flatMap(({ id, enrollment_id: of }) => (of === null ? [] : [[of, id]])))

/** The passes of these records that could be taken back. */
export const findLiveOf = async (ctx: Context, enrollmentIds: readonly string[]) =>
  byRecord(await live(ctx).where(isOf({ enrollmentIds })).execute())

/** Who somebody was goes with the record; that there was a pass stays. */
export const forgetOwners = async (
  { db, tenant }: Context,
  enrollmentIds: readonly string[],
): Promise<void> => {
  await db
    .updateTable('flash_passes')
    .set({ title: '' })
    .where('tenant_id', '=', tenant.id)
    .where('enrollment_id', 'in', [...enrollmentIds, nobody])
    .execute()
}

/** Phones are told of a pass that is over, and forgotten a while after. */
export const endRegistrations = async (
  { db, tenant, platform }: Context,
  passIds: readonly string[],
): Promise<void> => {
  if (passIds.length === 0) return
  await db
    .updateTable('flash_pass_registrations')
    .set({ over_at: platform.clock.now() })
    .where('tenant_id', '=', tenant.id)
    .where('pass_id', 'in', [...passIds])
    .execute()
}

/** What those in wallets show is other than it was. @returns their ids */
export const markChanged = async (
  { db, tenant, platform }: Context,
  of: Of,
): Promise<readonly string[]> => {
  const rows = await db
    .updateTable('flash_passes')
    .set({ changed_at: platform.clock.now() })
    .where('tenant_id', '=', tenant.id)
    .where('state', 'in', ['CLAIMED', 'REVOKED'])
    .where('claimed_at', 'is not', null)
    .where(isOf(of))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
