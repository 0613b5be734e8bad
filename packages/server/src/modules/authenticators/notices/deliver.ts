import { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { MailFailed } from '../../../platform/mail.ts'
import type { Job } from '../../../platform/queue.ts'
import { sendMail } from '../../settings/email-messages/index.ts'
import { mailOf, noticeKinds } from './notices.ts'

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
})
type Content = z.output<typeof Content>

const dayMillis = 86_400_000

const giveUp = (ctx: Context, { to, kind }: Content): Promise<void> =>
  ctx.transaction(async (ctx) => {
    audit(ctx, 'NOTICE_NOT_MAILED', {
      subject: { entity: 'USERS', id: to.userId, name: to.name },
      outcome: 'FAILURE',
      attributes: { notice: kind },
    })
  })

type Attempt = Pick<Job, 'jobRowId' | 'content' | 'isLast'>

/**
 * Mails one notice. A failure is thrown, so that it is tried again; after a day, or when trying
 * again is of no use, an event says that nobody was told.
 */
export const deliverNotice = async (ctx: Context, job: Attempt): Promise<void> => {
  const content = Content.parse(job.content)
  const { to, at } = content
  const addressee = { ...to, locale: to.locale ?? ctx.tenant.defaultLocale }
  const isOver = ctx.platform.clock.now().getTime() - at.getTime() > dayMillis
  try {
    const mail = mailOf(addressee, content)
    await sendMail(ctx, { ...mail, id: job.jobRowId, isLast: job.isLast || isOver })
  } catch (error) {
    const isHopeless = error instanceof MailFailed && !error.mayRetry
    if (isHopeless || isOver || job.isLast) await giveUp(ctx, content)
    if (isHopeless || isOver) return
    throw error
  }
}
