import { ArchivedAudit } from '@signet/contract/operations/archives'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { fieldsOf } from '../../../platform/db/wire-fields.ts'
import { groupsInSight } from '../../identity/groups/index.ts'
import type { Digest } from './archive-files.ts'
import type { StoredReading } from './archive-readings.repository.ts'
import type { StoredArchive } from './archives.repository.ts'

const presentReading = (reading: StoredReading) => ({
  state: reading.state,
  events: reading.event_count,
  openedBy: reading.opened_by,
  openedAt: reading.opened_at,
  expiresAt: reading.expires_at,
})

const fields = fieldsOf(ArchivedAudit)

export const presentArchive = (row: StoredArchive, reading: StoredReading | undefined) =>
  fields({
    ...row,
    progress_percent: Math.floor(row.progress),
    events: row.event_count,
    reading: reading === undefined ? null : presentReading(reading),
  })

export const subjectOf = ({ id, month }: StoredArchive) => ({
  entity: 'ARCHIVES',
  id,
  name: month,
})

export const creatorOf = ({ actor }: Context): string => ('name' in actor ? actor.name : '')

/** An archive names everybody. @throws access_denied for whoever is limited to groups */
export const expectWholeSight = (ctx: Context): void => {
  if (groupsInSight(ctx) !== 'ALL') throw new ApiError('access_denied')
}

export const digestOf = ({ sha256, bytes }: StoredArchive): Digest | null =>
  sha256 === null ? null : { sha256, bytes }

/** An archive that was written. @throws not_found, archive_not_ready */
export const writtenArchive = (row: StoredArchive | undefined) => {
  if (row === undefined) throw new ApiError('not_found')
  const digest = digestOf(row)
  if (row.state !== 'READY' || digest === null) throw new ApiError('archive_not_ready')
  return { ...row, digest }
}
