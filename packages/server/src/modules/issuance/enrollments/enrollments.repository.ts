import type { RecordKey } from '@signet/card/enrolment/record'
import { type Selectable, sql } from 'kysely'
import { actorName, type Context } from '../../../kit/context.ts'
import type {
  EnrollmentPictureRow,
  EnrollmentRow,
} from '../../../platform/db/schema/enrollments.ts'
import { groupsInSight } from '../../identity/groups/index.ts'
import type { KeptPicture } from './pictures.ts'

export type StoredEnrollment = Selectable<EnrollmentRow>
export type StoredPicture = Selectable<EnrollmentPictureRow>

export interface NamedEnrollment extends StoredEnrollment {
  readonly group_name: string | null
}

/** Those that the actor sees: all, or those of their groups. */
const seen = (ctx: Context) => {
  const groups = groupsInSight(ctx)
  const all = ctx.db
    .selectFrom('enrollments as e')
    .selectAll('e')
    .where('e.tenant_id', '=', ctx.tenant.id)
  return groups === 'ALL' ? all : all.where('e.group_id', 'in', [...groups, nobody])
}

/** A list is never empty: PostgreSQL knows no `in ()`. */
const nobody = '00000000-0000-0000-0000-000000000000'

export const findEnrollments = (
  ctx: Context,
  ids: readonly string[],
): Promise<NamedEnrollment[]> => {
  if (ids.length === 0) return Promise.resolve([])
  return seen(ctx)
    .leftJoin('groups as g', (join) =>
      join.onRef('g.tenant_id', '=', 'e.tenant_id').onRef('g.id', '=', 'e.group_id'),
    )
    .select('g.name as group_name')
    .where('e.id', 'in', [...ids])
    .execute()
}

/** Keeps the rows as they are until the transaction ends. */
export const findForChange = (ctx: Context, ids: readonly string[]): Promise<StoredEnrollment[]> =>
  seen(ctx)
    .where('e.id', 'in', [...ids, nobody])
    .orderBy('e.id')
    .forUpdate('e')
    .execute()

/** Which of these records there are, whoever sees them; kept from being deleted until the transaction ends. */
export const keepRows = ({ db, tenant }: Context, ids: readonly string[]) =>
  db
    .selectFrom('enrollments')
    .select('id')
    .where('tenant_id', '=', tenant.id)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forKeyShare()
    .execute()

/** Some records of a design that the actor sees. */
export const findOfWorkflow = (ctx: Context, workflowId: string, most: number) =>
  seen(ctx)
    .where('e.workflow_id', '=', workflowId)
    .orderBy('e.modified_at')
    .limit(most)
    .forUpdate('e')
    .execute()

export const findPictures = (
  { db, tenant }: Context,
  ids: readonly string[],
): Promise<StoredPicture[]> =>
  db
    .selectFrom('enrollment_pictures')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .where('enrollment_id', 'in', [...ids, nobody])
    .execute()

/** A record as it is written. */
export interface WrittenRecord {
  readonly id: string
  readonly workflowId: string
  readonly groupId: string | null
  readonly title: string
  readonly titleKey: string
  readonly enrollState: StoredEnrollment['enroll_state']
  readonly content: Readonly<Record<string, string>>
  readonly searchText: string
  readonly keys: readonly RecordKey[]
  /** New pictures by the ids of their fields; null takes one away. */
  readonly pictures: ReadonlyMap<string, KeptPicture | null>
}

/** An array for each column: a thousand records have more keys than a statement has parameters. */
const insertKeys = async (
  { db, tenant }: Context,
  records: readonly WrittenRecord[],
): Promise<void> => {
  const rows = records.flatMap(({ id, workflowId, keys }) =>
    keys.map((key) => ({ ...key, id, workflowId })),
  )
  if (rows.length === 0) return
  await sql`
    insert into enrollment_keys (tenant_id, workflow_id, field, key, enrollment_id, is_unique)
    select ${tenant.id}::uuid, v.* from unnest(
      ${rows.map(({ workflowId }) => workflowId)}::uuid[], ${rows.map(({ field }) => field)}::text[],
      ${rows.map(({ key }) => key)}::text[], ${rows.map(({ id }) => id)}::uuid[],
      ${rows.map(({ isUnique }) => isUnique)}::boolean[]) v`.execute(db)
}

const insertPictures = async (
  { db, tenant }: Context,
  records: readonly WrittenRecord[],
): Promise<void> => {
  const rows = records.flatMap(({ id, pictures }) =>
    [...pictures].flatMap(([field, picture]) =>
      picture === null
        ? []
        : {
            tenant_id: tenant.id,
            enrollment_id: id,
            field,
            media_type: picture.mediaType,
            width_px: picture.widthPx,
            height_px: picture.heightPx,
            content: picture.content,
            thumbnail: picture.thumbnail,
          },
    ),
  )
  if (rows.length > 0) await db.insertInto('enrollment_pictures').values(rows).execute()
}

const columnsOf = (record: WrittenRecord) => ({
  group_id: record.groupId,
  title: record.title,
  title_key: record.titleKey,
  enroll_state: record.enrollState,
  content: JSON.stringify(record.content),
  search_text: record.searchText,
})

/** In a statement for each table, however many there are. */
export const insertRecords = async (
  ctx: Context,
  records: readonly WrittenRecord[],
): Promise<void> => {
  if (records.length === 0) return
  const { db, tenant, platform } = ctx
  const [now, by] = [platform.clock.now(), actorName(ctx)]
  await db
    .insertInto('enrollments')
    .values(
      records.map((record) => ({
        ...columnsOf(record),
        tenant_id: tenant.id,
        id: record.id,
        workflow_id: record.workflowId,
        encode_state: null,
        state: 'ACTIVE',
        created_at: now,
        created_by: by,
        modified_at: now,
        modified_by: by,
      })),
    )
    .execute()
  await insertKeys(ctx, records)
  await insertPictures(ctx, records)
}

const changesOf = (records: readonly WrittenRecord[]): string =>
  JSON.stringify(
    records.map((record) => ({ ...columnsOf(record), id: record.id, content: record.content })),
  )

/** Writes records over those of the same ids. */
export const updateRecords = async (
  ctx: Context,
  records: readonly WrittenRecord[],
): Promise<void> => {
  const { db, tenant, platform } = ctx
  const ids = records.map(({ id }) => id)
  await sql`
    update enrollments e set group_id = v.group_id,
      title = v.title, title_key = v.title_key, enroll_state = v.enroll_state,
      content = v.content, search_text = v.search_text, version = e.version + 1,
      modified_at = ${platform.clock.now()}, modified_by = ${actorName(ctx)}
    from jsonb_to_recordset(${changesOf(records)}::jsonb) as v (id uuid,
      group_id uuid, title text, title_key text, enroll_state text, content jsonb, search_text text)
    where e.tenant_id = ${tenant.id}::uuid and e.id = v.id`.execute(db)
  await db
    .deleteFrom('enrollment_keys')
    .where('tenant_id', '=', tenant.id)
    .where('enrollment_id', 'in', ids)
    .execute()
  await insertKeys(ctx, records)
  const changed = records.flatMap(({ id, pictures }) =>
    [...pictures.keys()].map((field) => ({ id, field })),
  )
  if (changed.length === 0) return
  await db
    .deleteFrom('enrollment_pictures')
    .where('tenant_id', '=', tenant.id)
    .where(
      sql<boolean>`(enrollment_id, field) in (select * from unnest(
        ${changed.map(({ id }) => id)}::uuid[], ${changed.map(({ field }) => field)}::text[]))`,
    )
    .execute()
  await insertPictures(ctx, records)
}

export const removeRecords = async (
  { db, tenant }: Context,
  ids: readonly string[],
): Promise<void> => {
  await db
    .deleteFrom('enrollments')
    .where('tenant_id', '=', tenant.id)
    .where('id', 'in', [...ids, nobody])
    .execute()
}

interface TakenKey {
  readonly field: string
  readonly key: string
}

/** Which of the values stand in another record of the design, whether it had to be the only one or not. */
export const findTakenKeys = async (
  { db, tenant }: Context,
  workflowId: string,
  wanted: { readonly keys: readonly TakenKey[]; readonly except: readonly string[] },
): Promise<readonly TakenKey[]> => {
  const { keys, except } = wanted
  if (keys.length === 0) return []
  return db
    .selectFrom('enrollment_keys')
    .select(['field', 'key'])
    .where('tenant_id', '=', tenant.id)
    .where('workflow_id', '=', workflowId)
    .where(
      sql<boolean>`(field, key) in (select * from unnest(
        ${keys.map(({ field }) => field)}::text[], ${keys.map(({ key }) => key)}::text[]))`,
    )
    .where('enrollment_id', 'not in', [...except, nobody])
    .execute()
}

interface UniqueKey {
  readonly key: string
  readonly enrollment_id: string
}

/** Whose values of these fields they are, among those that only one record may have. */
export const findByUniqueKeys = async (
  { db, tenant }: Context,
  workflowId: string,
  { fields, keys }: { readonly fields: readonly string[]; readonly keys: readonly string[] },
): Promise<readonly UniqueKey[]> => {
  if (fields.length === 0 || keys.length === 0) return []
  const { rows } = await sql<UniqueKey>`
    select e.key, e.enrollment_id from unnest(${fields}::text[]) f (field)
    cross join unnest(${keys}::text[]) k (key)
    join enrollment_keys e on e.tenant_id = ${tenant.id}::uuid
      and e.workflow_id = ${workflowId}::uuid and e.field = f.field and e.key = k.key
      and e.is_unique`.execute(db)
  return rows
}
