import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, noContent, pageOf, Uuid } from '../kit/schemas.ts'
import { AuditEvent, AuditPageRequest } from './audit-events.ts'

/** A calendar month by UTC: `2026-10`. */
const Month = z
  .string()
  .max(7, abort)
  .regex(/^20\d\d-(?:0[1-9]|1[0-2])$/)

/** Its events stand in the database for some days, apart from the log, to be read and searched. */
export const ArchiveReading = z
  .object({
    state: z.enum(['LOADING', 'OPEN', 'FAILED']),
    /** Read so far. */
    events: z.int(),
    openedBy: z.string(),
    openedAt: Instant,
    expiresAt: Instant,
  })
  .meta({ id: 'ArchiveReading' })

export const ArchivedAudit = z
  .object({
    id: Uuid,
    month: z.string(),
    state: z.enum(['PENDING', 'RUNNING', 'READY', 'FAILED']),
    /** From 0 to 100, while it is written. */
    progressPercent: z.int(),
    /** Events in the file; those of a batch that reaches over the month’s edge are among them. */
    events: z.int(),
    /** Of the compressed file. */
    bytes: z.int(),
    /** Of the compressed file, in hexadecimal; null until it is READY. */
    sha256: z.string().nullable(),
    /** The machine that wrote it. */
    node: z.string().nullable(),
    createdBy: z.string(),
    createdAt: Instant,
    completedAt: Instant.nullable(),
    /** Null unless it is open for reading. */
    reading: ArchiveReading.nullable(),
  })
  .meta({ id: 'ArchivedAudit' })

export const NewArchivedAudit = z.object({ month: Month }).meta({ id: 'NewArchivedAudit' })

const path = '/api/web/v1/archivedaudits'
const { view, add } = callsOn('ARCHIVES')

export const listArchives = endpoint({
  ...view,
  path,
  answer: z.array(ArchivedAudit),
  errors: [],
  summary: 'Months of the audit log that are archived, the newest first',
  description: 'Of no use to administrators who are limited to groups: they are refused.',
  catalogueId: 'get:web.v1.archivedaudits',
})

export const createArchive = endpoint({
  ...add,
  path,
  body: NewArchivedAudit,
  answer: ArchivedAudit,
  errors: ['archive_month_open'],
  audit: 'AUDIT_ARCHIVE_STARTED',
  ordinary: 'internalFile',
  limit: 'heavy',
  summary: 'Archive a month that has ended',
  description:
    'Once for each month: a further call answers the archive that is there, and writes it again only if it failed or its file is missing or damaged. The log itself keeps its events.',
})

export const downloadArchive = endpoint({
  ...view,
  path: `${path}/:id/download`,
  params: IdParams,
  answer: z.string(),
  produces: 'application/gzip',
  sensitive: true,
  errors: ['not_found', 'archive_not_ready', 'archive_damaged'],
  audit: 'AUDIT_ARCHIVE_DOWNLOADED',
  limit: 'heavy',
  summary: 'The file of an archive: lines of JSON, compressed with gzip',
  description:
    'The file is held against its digest before it is sent and while it is: one that was changed does not leave whole. `signet audit verify` checks it.',
  catalogueId: 'get:web.v1.archivedaudits.uuid.download',
})

export const openArchive = endpoint({
  ...view,
  method: 'POST',
  path: `${path}/:id/reading`,
  params: IdParams,
  answer: ArchivedAudit,
  errors: ['not_found', 'archive_not_ready'],
  audit: 'AUDIT_ARCHIVE_OPENED',
  ordinary: 'internalFile',
  limit: 'heavy',
  summary: 'Open an archive for reading',
  description:
    'A job holds the file against its digest and copies its events beside the log, where they can be searched for seven days: they are part of no chain, no count and no webhook. Of no effect while it is open or being read; one that failed is begun again.',
})

export const closeArchive = endpoint({
  ...view,
  method: 'DELETE',
  path: `${path}/:id/reading`,
  params: IdParams,
  answer: noContent,
  errors: ['not_found'],
  audit: 'AUDIT_ARCHIVE_CLOSED',
  ordinary: 'internalFile',
  limit: 'change',
  summary: 'Close an archive that is open for reading',
  description: 'The copies are deleted; the file stays. Of no effect when it is closed.',
})

export const listArchivedEvents = endpoint({
  ...view,
  method: 'POST',
  path: `${path}/:id/auditeventspaged`,
  params: IdParams,
  body: AuditPageRequest,
  answer: pageOf(AuditEvent),
  errors: ['not_found', 'archive_not_open'],
  limit: 'search',
  summary: 'Audit events of an archive that is open for reading, the newest first',
  description:
    'The filters are those of the audit report; without `from` and `until` the whole archive is searched. Events are shown as the file holds them: who was erased after it was written is still named.',
})
