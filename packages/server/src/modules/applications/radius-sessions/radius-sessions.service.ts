import type { RadiusSession } from '@signet/contract/applications/radius-sessions'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import type { RadiusSessionRow } from '../../../platform/db/schema/radius.ts'
import { hasRadiusApplication } from '../radius-applications/index.ts'
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

/** @throws not_found without the application */
export const listOf = async (ctx: Context, applicationId: string) => {
  if (!(await hasRadiusApplication(ctx, applicationId))) throw new ApiError('not_found')
  return (await listRows(ctx, applicationId)).map(present)
}
