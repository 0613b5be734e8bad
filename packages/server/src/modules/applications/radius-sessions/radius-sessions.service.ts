import type { RadiusSession } from '@signet/contract/applications/radius-sessions'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import type { RadiusSessionRow } from '../../../platform/db/schema/radius.ts'
import { groupsInSight } from '../../identity/groups/index.ts'
import { hasRadiusApplication } from '../radius-applications/index.ts'
import { namesInSight } from './names-in-sight.ts'
import { listRows } from './radius-sessions.repository.ts'

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
