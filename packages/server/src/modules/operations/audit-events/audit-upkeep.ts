import { recountEvents } from './audit-counts.ts'
import { readingOf } from './audit-events.repository.ts'
import { searchIn } from './audit-events.service.ts'
import { countEvents, exportAuditEvents } from './audit-export.ts'
import { auditLines } from './audit-file.ts'
import { parseLine } from './audit-lines.ts'

/** What the command line and archives do with the log as a whole. */
export const auditUpkeep = {
  auditLines,
  countEvents,
  exportAuditEvents,
  parseLine,
  readingOf,
  recountEvents,
  searchIn,
} as const
