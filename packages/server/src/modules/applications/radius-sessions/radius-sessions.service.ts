import type { RadiusSession } from '@signet/contract/applications/radius-sessions'
import { normaliseIdentifier } from '@signet/rules/precis'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import type { RadiusSessionRow } from '../../../platform/db/schema/radius.ts'
import { groupsInSight, inSight } from '../../identity/groups/index.ts'
import { hasRadiusApplication } from '../radius-applications/index.ts'
import { listRows } from './radius-sessions.repository.ts'

/** Those of these names, as typed somewhere, that identify users whom the actor sees. */
const namesInSight = async (
  ctx: Context,
  names: readonly string[],
): Promise<ReadonlySet<string>> => {
  const keys = new Map(names.map((name) => [name, normaliseIdentifier(name) ?? name]))
  if (keys.size === 0) return new Set()
  const rows = await ctx.db
    .selectFrom('user_identifiers as i')
    .select('i.normalised')
    .where('i.tenant_id', '=', ctx.tenant.id)
    .where('i.normalised', 'in', [...new Set(keys.values())])
    .where(inSight(ctx, 'i.user_id'))
    .execute()
  const found = new Set(rows.map(({ normalised }) => normalised))
  return new Set(names.filter((name) => found.has(keys.get(name) ?? '')))
}

const present = (row: Selectable<RadiusSessionRow>): z.input<typeof RadiusSession> => ({
  id: row.id,
  userName: row.user_name,
  sessionId: row.session_name,
  clientAddress: row.client_address,
  callingStationId: row.calling_station,
  framedAddress: row.framed_address,
  startedAt: row.started_at,
  updatedAt: row.updated_at,
  endedAt: row.ended_at,
  seconds: Number(row.seconds),
  inputBytes: Number(row.input_bytes),
  outputBytes: Number(row.output_bytes),
  endCause: row.end_cause === null ? null : Number(row.end_cause),
})

const mostShown = 200
/** Among so many of the newest, those of the people in sight are looked for. */
const mostSearched = 2000

/** @throws not_found without the application */
export const listOf = async (ctx: Context, applicationId: string) => {
  if (!(await hasRadiusApplication(ctx, applicationId))) throw new ApiError('not_found')
  if (groupsInSight(ctx) === 'ALL') {
    return (await listRows(ctx, applicationId, mostShown)).map(present)
  }
  const rows = await listRows(ctx, applicationId, mostSearched)
  const seen = await namesInSight(
    ctx,
    rows.map(({ user_name }) => user_name),
  )
  return rows
    .filter(({ user_name }) => seen.has(user_name))
    .slice(0, mostShown)
    .map(present)
}
