import { createHash } from 'node:crypto'
import type { Context } from '../../../kit/context.ts'
import { sendMail } from '../../settings/email-messages/index.ts'
import { findFile } from '../saved-reports/index.ts'
import type { Person, StoredTask } from './scheduled-tasks.repository.ts'

interface Mailing {
  readonly task: StoredTask
  readonly runId: string
  readonly reportId: string
  readonly person: Person
  /** Nobody tries again. */
  readonly isLast: boolean
}

/** Larger files are not mailed: they are fetched from the saved reports. */
const mostBytes = 5_000_000
const formats = [
  ['CSV', 'csv', 'text/csv'],
  ['PDF', 'pdf', 'application/pdf'],
] as const

const fileName = (name: string): string => {
  const plain = name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return plain.slice(0, 60) || 'report'
}

/** The same for a second try of the same run (RFC 9562, section 5.8). */
const messageId = (runId: string, personId: string): string => {
  const hex = createHash('sha256').update(runId).update(personId).digest('hex')
  const [time, low] = [`${hex.slice(0, 8)}-${hex.slice(8, 12)}`, hex.slice(20, 32)]
  return `${time}-8${hex.slice(12, 15)}-8${hex.slice(15, 18)}-${low}`
}

const filesOf = async (ctx: Context, { task, reportId }: Mailing) => {
  const files = []
  for (const [format, extension, contentType] of formats) {
    if (!task.formats.includes(format)) continue
    const content = await findFile(ctx, reportId, extension)
    const name = `${fileName(task.name)}.${extension}`
    if (content !== null && content.length <= mostBytes) files.push({ name, contentType, content })
  }
  return files
}

/** @throws MailFailed, OutboundRefused */
export const mailReport = async (ctx: Context, mailing: Mailing): Promise<void> => {
  const { task, runId, person, isLast } = mailing
  const locale = person.locale ?? ctx.tenant.defaultLocale
  const format = {
    calendar: 'gregory',
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: task.time_zone,
  } as const
  await sendMail(ctx, {
    id: messageId(runId, person.id),
    type: 'scheduledReport',
    to: person.email ?? '',
    userId: person.id,
    locale,
    values: {
      name: person.first_name ?? person.user_id,
      report: task.name,
      at: new Intl.DateTimeFormat(locale, format).format(ctx.platform.clock.now()),
    },
    files: await filesOf(ctx, mailing),
    isLast,
  })
}
