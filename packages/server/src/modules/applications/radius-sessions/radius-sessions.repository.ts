import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { RadiusSessionRow } from '../../../platform/db/schema/radius.ts'

/** The newest first. */
export const listRows = (
  { db, tenant }: Context,
  applicationId: string,
  most: number,
): Promise<Selectable<RadiusSessionRow>[]> =>
  db
    .selectFrom('radius_sessions')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .where('application_id', '=', applicationId)
    .orderBy('started_at', 'desc')
    .limit(most)
    .execute()

interface Client {
  readonly applicationId: string
  readonly clientAddress: string
}

interface Accounted extends Client {
  readonly sessionId: string
  readonly userName: string
  readonly callingStationId: string | null
  readonly framedAddress: string | null
  readonly seconds: number
  /** Decimal. */
  readonly inputBytes: string
  readonly outputBytes: string
  readonly endCause: number | null
  readonly isEnd: boolean
}

/**
 * What was heard of a connection. Records come late, twice and in any order: counts only grow, and
 * an end stays one.
 */
export const keepSession = async (ctx: Context, heard: Accounted): Promise<void> => {
  const now = ctx.platform.clock.now()
  const startedAt = new Date(now.getTime() - heard.seconds * 1000)
  const endedAt = heard.isEnd ? now : null
  await sql`
    insert into radius_sessions as s (tenant_id, id, application_id, client_address, session_name,
      user_name, calling_station, framed_address, started_at, updated_at, ended_at, seconds,
      input_bytes, output_bytes, end_cause)
    values (${ctx.tenant.id}::uuid, ${ctx.platform.ids.uuid()}::uuid, ${heard.applicationId}::uuid,
      ${heard.clientAddress}, ${heard.sessionId}, ${heard.userName}, ${heard.callingStationId},
      ${heard.framedAddress}, ${startedAt}, ${now}, ${endedAt}::timestamptz, ${heard.seconds}::bigint,
      ${heard.inputBytes}::bigint, ${heard.outputBytes}::bigint, ${heard.endCause}::bigint)
    on conflict (tenant_id, application_id, client_address, session_name) do update set
      calling_station = coalesce(excluded.calling_station, s.calling_station),
      framed_address = coalesce(excluded.framed_address, s.framed_address),
      updated_at = excluded.updated_at,
      ended_at = coalesce(s.ended_at, excluded.ended_at),
      seconds = greatest(s.seconds, excluded.seconds),
      input_bytes = greatest(s.input_bytes, excluded.input_bytes),
      output_bytes = greatest(s.output_bytes, excluded.output_bytes),
      end_cause = coalesce(s.end_cause, excluded.end_cause)`.execute(ctx.db)
}

/** The client has begun anew, or goes off: none of its connections lasts (RFC 2866, section 5.1). */
export const endSessions = async (
  { db, tenant, platform }: Context,
  { applicationId, clientAddress }: Client,
): Promise<void> => {
  const now = platform.clock.now()
  await db
    .updateTable('radius_sessions')
    .set({ ended_at: now, updated_at: now })
    .where('tenant_id', '=', tenant.id)
    .where('application_id', '=', applicationId)
    .where('client_address', '=', clientAddress)
    .where('ended_at', 'is', null)
    .execute()
}
