import { type CompiledQuery, type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { statement } from '../../../kit/statement.ts'
import type { GridChallengeRow } from '../../../platform/db/schema/grids.ts'
import type { GridCard } from './grids.repository.ts'

export type StoredChallenge = Selectable<GridChallengeRow>

/** Whether a card may be used now. */
const isUsable = `g.state in ('PENDING', 'ACTIVE')
  and (g.expires_at is null or g.expires_at > :now::timestamptz)
  and (g.max_uses is null or g.uses < g.max_uses)`

type Whose = { tenant: string; user: string | null; now: Date }

const findUsable = statement<Whose, GridCard>(`
  select g.* from grids g
  where g.tenant_id = :tenant::uuid and g.user_id = :user::uuid and ${isUsable}
  order by g.serial limit 20`)

/** The cards that may answer for somebody; none for strangers, by the same work. */
export const usableGrids = async (
  ctx: Context,
  user: string | null,
): Promise<readonly GridCard[]> => {
  const now = ctx.platform.clock.now()
  const { rows } = await ctx.db.executeQuery(findUsable({ tenant: ctx.tenant.id, user, now }))
  return rows
}

/** A card somebody says they hold: one that nobody has, or their own that waits for its first use. */
export const findClaimed = (
  ctx: Context,
  { userId, serial }: { readonly userId: string; readonly serial: string },
): Promise<GridCard | undefined> =>
  ctx.db
    .selectFrom('grids')
    .selectAll()
    .where('tenant_id', '=', ctx.tenant.id)
    .where('serial', '=', Number(serial))
    .where((eb) =>
      eb.or([
        eb('user_id', 'is', null),
        eb.and([eb('user_id', '=', userId), eb('state', '=', 'PENDING')]),
      ]),
    )
    .executeTakeFirst()

export const findChallenge = (
  ctx: Context,
  subject: string,
): Promise<StoredChallenge | undefined> =>
  ctx.db
    .selectFrom('grid_challenges')
    .selectAll()
    .where('tenant_id', '=', ctx.tenant.id)
    .where('subject', '=', subject)
    .executeTakeFirst()

/** The first of these that none of the cards was ever answered by; undefined when all were. */
export const firstUnused = async (
  ctx: Context,
  cards: readonly string[],
  proposals: readonly string[],
): Promise<string | undefined> => {
  const { rows } = await sql<{ cells: string }>`
    select p.cells from unnest(${proposals}::text[]) with ordinality as p (cells, at)
    where not exists (select 1 from grid_answers a where a.tenant_id = ${ctx.tenant.id}::uuid
      and a.grid_id = any(${cards}::uuid[]) and a.cells = p.cells)
    order by p.at limit 1`.execute(ctx.db)
  return rows[0]?.cells
}

/**
 * Puts a challenge in the place of the one that was seen; undefined when another call was first.
 * `before`: the id of the one that was seen.
 */
export const putChallenge = async (
  ctx: Context,
  { before, ...row }: Omit<StoredChallenge, 'tenant_id'> & { readonly before: string | null },
): Promise<StoredChallenge | undefined> => {
  const { rows } = await sql<StoredChallenge>`
    insert into grid_challenges as c (tenant_id, subject, id, cells, asked_at, expires_at)
    values (${ctx.tenant.id}::uuid, ${row.subject}, ${row.id}::uuid, ${row.cells},
      ${row.asked_at}::timestamptz, ${row.expires_at}::timestamptz)
    on conflict (tenant_id, subject) do update set id = excluded.id, cells = excluded.cells,
      asked_at = excluded.asked_at, expires_at = excluded.expires_at, answered_at = null
      where c.id = ${before}::uuid
    returning c.*`.execute(ctx.db)
  return rows[0]
}

/** A usable card, and the challenge it may answer. */
export type AnsweringGrid = GridCard & { readonly asked_cells: string }

const findAnswering = statement<Whose & { challenge: string | null }, AnsweringGrid>(`
  select g.*, c.cells as asked_cells
  from grid_challenges c join grids g on g.tenant_id = c.tenant_id and g.user_id = :user::uuid
  where c.tenant_id = :tenant::uuid and c.subject = :user::text and c.id = :challenge::uuid
    and c.answered_at is null and c.expires_at > :now::timestamptz and ${isUsable}
  order by g.serial limit 20`)

interface Answering {
  readonly user: string | null
  readonly challenge: string | null
}

/** Cards that may answer a challenge of theirs which waits; none when it does not wait any more. */
export const answeringGrids = (
  ctx: Context,
  { user, challenge }: Answering,
): CompiledQuery<AnsweringGrid> =>
  findAnswering({ tenant: ctx.tenant.id, user, challenge, now: ctx.platform.clock.now() })

interface GridUse {
  readonly subject: string
  readonly challenge: string
  readonly grid: string
  readonly cells: string
  /** How often the card was used before. */
  readonly uses: number
  readonly shown: Buffer
  readonly state: GridCard['state']
  readonly retired: GridCard['retired']
}

const use = statement<GridUse & { readonly tenant: string; readonly now: Date }>(`
  with answered as (
    update grid_challenges set answered_at = :now::timestamptz
    where tenant_id = :tenant::uuid and subject = :subject and id = :challenge::uuid
      and answered_at is null and expires_at > :now::timestamptz
    returning 1),
  noted as (
    insert into grid_answers (tenant_id, grid_id, cells)
    select :tenant::uuid, :grid::uuid, :cells::text from answered),
  used as (
    update grids set state = :state, retired = :retired::text, shown = :shown::bytea,
      uses = uses + 1, last_used_at = :now::timestamptz,
      activated_at = coalesce(activated_at, :now::timestamptz)
    where tenant_id = :tenant::uuid and id = :grid::uuid and uses = :uses::integer
      and state in ('PENDING', 'ACTIVE') and exists (select 1 from answered)
    returning 1)
  select 1 / count(*) from used`)

/**
 * Uses a challenge and a card up for one answer. Fails when somebody was first (division by zero) or
 * when the card was answered by these cells before (unique violation), so that the flush it travels
 * in writes nothing at all.
 */
export const useGrid = (ctx: Context, given: GridUse): CompiledQuery =>
  use({ ...given, tenant: ctx.tenant.id, now: ctx.platform.clock.now() })
