import { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { MailFailed, MailServerMissing } from '../../../platform/mail.ts'
import type { Job } from '../../../platform/queue.ts'
import {
  isUndeliverable,
  type LinkEnds,
  linkEndOf,
  sendMail,
} from '../../settings/email-messages/index.ts'
import { isAskedFor, mailOf, noticeKinds } from './notices.ts'

const Content = z.object({
  to: z.object({
    userId: z.string(),
    address: z.string(),
    name: z.string(),
    locale: z.string().nullable(),
  }),
  kind: z.enum(noticeKinds),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  at: z.coerce.date(),
  address: z.string().nullable(),
  browser: z.string().nullable(),
  /** The first try may have arrived: this is the second one, of the same message. */
  again: z.string().nullish(),
})
type Content = z.output<typeof Content>

const dayMillis = 86_400_000

const hour = 3_600_000

/** What the server said, and where: an administrator sees why a person was not told. */
const reasonOf = (error: unknown): Readonly<Record<string, string>> => {
  if (error instanceof MailServerMissing) return { reason: 'NO_MAIL_SERVER' }
  if (!(error instanceof MailFailed)) return {}
  const { step, reply } = error
  return {
    ...(step === null ? {} : { step }),
    ...(reply === null ? {} : { reply }),
  }
}

const giveUp = (
  ctx: Context,
  { to, kind }: Content,
  why: Readonly<Record<string, string>>,
): Promise<void> =>
  ctx.transaction(async (ctx) => {
    audit(ctx, 'NOTICE_NOT_MAILED', {
      subject: { entity: 'USERS', id: to.userId, name: to.name },
      outcome: 'FAILURE',
      attributes: { notice: kind, recipient: to.address, ...why },
    })
  })

/**
 * A message that may have arrived is not sent again at once: an hour later, once, and as the same
 * message, so that mail servers recognize the second copy.
 */
const putOff = async (ctx: Context, content: Content, id: string): Promise<void> => {
  const { clock, queue } = ctx.platform
  const startAfter = new Date(clock.now().getTime() + hour)
  await ctx.transaction(({ db, tenant }) =>
    queue.enqueue(db, {
      tenantId: tenant.id,
      queue: 'mail',
      content: { ...content, at: content.at.toISOString(), again: id },
      startAfter,
    }),
  )
}

type Attempt = Pick<Job, 'jobRowId' | 'content' | 'isLast'>

/**
 * Mails one notice. A failure is thrown, so that it is tried again; after a day, or when trying
 * again is of no use, an event says that nobody was told. To an address that the mail server does not
 * know, notices are not sent. Mails that were asked for are: they show whether the address works again.
 */
export const deliverNotice = async (
  ctx: Context,
  job: Attempt,
  ends: LinkEnds = {},
): Promise<void> => {
  const content = Content.parse(job.content)
  const { to, at } = content
  if (!isAskedFor(content.kind) && (await isUndeliverable(ctx, to.address))) {
    return await giveUp(ctx, content, { reason: 'ADDRESS_UNDELIVERABLE' })
  }
  const addressee = { ...to, locale: to.locale ?? ctx.tenant.defaultLocale }
  const isOver = ctx.platform.clock.now().getTime() - at.getTime() > dayMillis
  const isSecond = typeof content.again === 'string'
  const id = content.again ?? job.jobRowId
  try {
    const mail = mailOf(addressee, content)
    const secretUntil = await linkEndOf(ctx, ends, mail)
    await sendMail(ctx, { ...mail, id, secretUntil, isLast: job.isLast || isOver || isSecond })
  } catch (error) {
    const mayHaveArrived = error instanceof MailFailed && error.mayHaveArrived
    if (mayHaveArrived && !isOver && !isSecond) return await putOff(ctx, content, id)
    const isHopeless = error instanceof MailFailed && (!error.mayRetry || error.mayHaveArrived)
    if (isHopeless || isOver || job.isLast) await giveUp(ctx, content, reasonOf(error))
    if (isHopeless || isOver) return
    throw error
  }
}
