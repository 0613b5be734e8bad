import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'

/** How long an agent has for one command; the reader is free again when it passes. */
export const commandSeconds = 10

const endOf = ({ platform }: Context): Date =>
  new Date(platform.clock.now().getTime() + commandSeconds * 1000)

interface ReaderPlace {
  readonly agentId: string
  readonly reader: string
}

/** Takes a reader for one sitting; null while somebody else has it. */
export const openExchange = async (
  ctx: Context,
  { agentId, reader }: ReaderPlace,
): Promise<string | null> => {
  const { db, tenant, platform } = ctx
  const row = { id: platform.ids.uuid(), expires_at: endOf(ctx) }
  const taken = await db
    .insertInto('card_exchanges')
    .values({ tenant_id: tenant.id, agent_id: agentId, reader, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'agent_id', 'reader'])
        .doUpdateSet({
          ...row,
          number: 0,
          sealed_command: null,
          is_taken: false,
          sealed_answer: null,
        })
        .where('card_exchanges.expires_at', '<=', platform.clock.now()),
    )
    .returning('id')
    .executeTakeFirst()
  return taken?.id ?? null
}

/** Puts the next command; its number, or null when the sitting is over. */
export const putCommand = async (
  ctx: Context,
  id: string,
  sealed: Buffer,
): Promise<number | null> => {
  const row = await ctx.db
    .updateTable('card_exchanges')
    .set((eb) => ({
      number: eb('number', '+', 1),
      sealed_command: sealed,
      is_taken: false,
      sealed_answer: null,
      expires_at: endOf(ctx),
    }))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .returning('number')
    .executeTakeFirst()
  return row?.number ?? null
}

/** undefined when the sitting is over; null while there is no answer. */
export const findAnswer = async (
  { db, tenant }: Context,
  id: string,
): Promise<Buffer | null | undefined> => {
  const row = await db
    .selectFrom('card_exchanges')
    .select('sealed_answer')
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.sealed_answer
}

export const closeExchange = async ({ db, tenant }: Context, id: string): Promise<void> => {
  await db
    .deleteFrom('card_exchanges')
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .execute()
}

export interface Claimed {
  readonly id: string
  readonly number: number
  readonly reader: string
  readonly sealed_command: Buffer
}

interface Looked {
  readonly is_latest: boolean
  readonly claimed: Claimed | null
}

type Row = { readonly is_latest: boolean } & (Claimed | { readonly [K in keyof Claimed]: null })

/**
 * Takes a command that waits for this agent, once, if this call is the agent's last; undefined when
 * the agent is no more.
 */
export const claimCommand = async (
  { db, tenant, platform }: Context,
  agentId: string,
  pollId: string,
): Promise<Looked | undefined> => {
  const { rows } = await sql<Row>`
    with claimed as (
      update card_exchanges set is_taken = true
      where tenant_id = ${tenant.id}::uuid and id = (
        select e.id from card_exchanges e
          join site_agents a on a.tenant_id = e.tenant_id and a.id = e.agent_id
        where e.tenant_id = ${tenant.id}::uuid and e.agent_id = ${agentId}::uuid
          and a.poll_id = ${pollId}::uuid and not e.is_taken
          and e.sealed_command is not null and e.expires_at > ${platform.clock.now()}
        order by e.id limit 1 for update of e skip locked)
      returning id, number, reader, sealed_command)
    select a.poll_id = ${pollId}::uuid as is_latest, c.*
    from site_agents a left join claimed c on true
    where a.tenant_id = ${tenant.id}::uuid and a.id = ${agentId}::uuid`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const { is_latest, ...claimed } = row
  return { is_latest, claimed: claimed.id === null ? null : claimed }
}

interface Answered {
  readonly agentId: string
  readonly id: string
  readonly number: number
  readonly sealed: Buffer
}

/** Keeps the first answer to the command at hand, while there is time. */
export const putAnswer = async (
  { db, tenant, platform }: Context,
  { agentId, id, number, sealed }: Answered,
): Promise<void> => {
  await db
    .updateTable('card_exchanges')
    .set({ sealed_answer: sealed })
    .where('tenant_id', '=', tenant.id)
    .where('agent_id', '=', agentId)
    .where('id', '=', id)
    .where('number', '=', number)
    .where('is_taken', '=', true)
    .where('sealed_answer', 'is', null)
    .where('expires_at', '>', platform.clock.now())
    .execute()
}
