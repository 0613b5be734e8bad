import { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { MailFailed } from '../../../platform/mail.ts'
import type { Job } from '../../../platform/queue.ts'
import { hasSecret, type LinkEnds, linkEndOf } from './email-links.ts'
import { discardFailed, endWaiting, takeFailed } from './email-messages.repository.ts'
import { expectMailServer } from './expect-mail-server.ts'
import { dropKept, type KeptEmail, openKept } from './kept-emails.repository.ts'
import { sendMail } from './send.ts'

type Taken = Awaited<ReturnType<typeof takeFailed>>[number]

const noteEach = (
  ctx: Context,
  action: 'EMAIL_SENT_AGAIN' | 'EMAIL_DISCARDED',
  messages: readonly Taken[],
): void => {
  for (const { id, type, recipient } of messages) {
    audit(ctx, action, {
      subject: { entity: 'SETTINGS', id, name: recipient },
      attributes: { email: type, recipient },
    })
  }
}

const Content = z.object({ sendAgain: z.uuid() })

/** Whether a job of the mail queue sends a kept email again. */
export const isSentAgain = (content: unknown): boolean => Content.safeParse(content).success

/**
 * Queues failed emails that were kept; one that is queued already, or is not kept, is left out.
 * @throws email_server_missing
 */
export const sendAgain = async (ctx: Context, ids: readonly string[] | null) => {
  await expectMailServer(ctx)
  return ctx.transaction(async (ctx) => {
    const taken = await takeFailed(ctx, ids)
    noteEach(ctx, 'EMAIL_SENT_AGAIN', taken)
    await ctx.platform.queue.enqueueAll(ctx.db, {
      tenantId: ctx.tenant.id,
      queue: 'mail',
      contents: taken.map(({ id }) => ({ sendAgain: id })),
    })
    return { count: taken.length }
  })
}

export const discard = (ctx: Context, ids: readonly string[] | null) =>
  ctx.transaction(async (ctx) => {
    const discarded = await discardFailed(ctx, ids)
    noteEach(ctx, 'EMAIL_DISCARDED', discarded)
    await dropKept(
      ctx,
      discarded.map(({ id }) => id),
    )
    return { count: discarded.length }
  })

/** Its link has expired, or was used or replaced: what was kept of it goes, too. */
const endSecret = async (ctx: Context, id: string): Promise<void> => {
  await dropKept(ctx, [id])
  await endWaiting(ctx, id, 'SECRET_ENDED')
}

type Attempt = Pick<Job, 'content' | 'isLast'>

interface Again {
  readonly id: string
  readonly email: KeptEmail
  readonly secretUntil: Date | null
}

/** A failure is thrown where another try may end otherwise, so that the queue tries again. */
const trySend = async (ctx: Context, { id, email, secretUntil }: Again, isLast: boolean) => {
  try {
    await sendMail(ctx, { ...email, id, secretUntil, isLast })
  } catch (error) {
    if (!(error instanceof MailFailed)) throw error
    // It may have arrived: only an administrator sends it once more.
    if (error.mayHaveArrived) return await endWaiting(ctx, id, 'UNCONFIRMED')
    if (error.mayRetry) throw error
    return
  }
  await dropKept(ctx, [id])
}

/** Sends a kept email again, as the same message, unless the link in it has ended meanwhile. */
export const sendKept = async (ctx: Context, job: Attempt, ends: LinkEnds): Promise<void> => {
  const { sendAgain: id } = Content.parse(job.content)
  const email = await openKept(ctx, id)
  // Its time ended while it waited, or its user was deleted.
  if (email === null) return await endWaiting(ctx, id, 'OTHER')
  const secretUntil = await linkEndOf(ctx, ends, email)
  if (hasSecret(email.type) && secretUntil === null) return await endSecret(ctx, id)
  await trySend(ctx, { id, email, secretUntil }, job.isLast)
}
