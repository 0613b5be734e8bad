import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { MailFailed } from '../../../platform/mail.ts'
import type { Job } from '../../../platform/queue.ts'
import { sendMail } from '../../settings/email-messages/index.ts'
import { addressIn, findRecords } from '../enrollments/index.ts'
import { designWithWorkflow } from '../flash-pass-designs/index.ts'
import { type Happened, notePasses } from '../live-passes/index.ts'
import { useClaim } from './claims.repository.ts'
import { findPass, type NamedPass } from './flash-passes.repository.ts'
import { type Link, makeLink } from './links.ts'

const Mail = z.object({ kind: z.literal('MAIL'), passId: z.string(), field: z.string() })

/** A job for each, in the open transaction. */
export const enqueueMails = (
  { platform, db, tenant }: Context,
  passIds: readonly string[],
  field: string,
): Promise<void> =>
  platform.queue.enqueueAll(db, {
    tenantId: tenant.id,
    queue: 'flash-passes',
    contents: passIds.map((passId) => ({ kind: 'MAIL', passId, field })),
  })

const timeFormat = {
  calendar: 'gregory',
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
} as const

const note = (ctx: Context, id: string, happened: Happened) =>
  ctx.transaction((ctx) => notePasses(ctx, [id], happened))

type Attempt = Pick<Job, 'jobRowId' | 'content' | 'isLast'>

interface Letter {
  readonly pass: NamedPass
  readonly to: string
  readonly title: string
  readonly link: Link
}

const send = async (ctx: Context, { pass, to, title, link }: Letter, job: Attempt) => {
  const { defaultLocale: locale } = ctx.tenant
  const until = new Intl.DateTimeFormat(locale, timeFormat)
  const values = {
    name: pass.title,
    label: title,
    claimUrl: link.pageUri,
    until: `${until.format(link.expiresAt)} UTC`,
  }
  const { jobRowId: id, isLast } = job
  await sendMail(ctx, { id, type: 'flashPass', to, locale, values, isLast })
}

/** Of somebody whose record holds no address any more nothing is sent. */
const letterFor = async (ctx: Context, pass: NamedPass, field: string) => {
  const { enrollment_id: enrollmentId } = pass
  if (pass.state !== 'ISSUED' || enrollmentId === null) return null
  const { row: design, workflow } = await designWithWorkflow(ctx, pass.design_id)
  const [record] = await findRecords(ctx, [enrollmentId])
  const to = record === undefined ? null : addressIn(workflow, record, field)
  if (to === null) {
    await note(ctx, pass.id, { event: 'MAIL_FAILED', detail: 'NO_CONTACT' })
    return null
  }
  const link = await ctx.transaction((ctx) => makeLink(ctx, { id: pass.id, enrollmentId }, null))
  return { pass, to, title: design.content.title, link }
}

/**
 * Mails one link. A failure is thrown, so that it is tried again with another link: the one of a
 * mail that did not go is good for nothing.
 */
export const mailLink = async (ctx: Context, job: Attempt): Promise<void> => {
  const { passId, field } = Mail.parse(job.content)
  const pass = await findPass(ctx, passId)
  const letter = pass === undefined ? null : await letterFor(ctx, pass, field)
  if (letter === null) return
  try {
    await send(ctx, letter, job)
  } catch (error) {
    await useClaim(ctx, { claimToken: letter.link.token })
    const isHopeless = error instanceof MailFailed && !error.mayRetry
    if (isHopeless || job.isLast) await note(ctx, passId, { event: 'MAIL_FAILED' })
    if (isHopeless) return
    throw error
  }
  await note(ctx, passId, { event: 'MAILED' })
}
