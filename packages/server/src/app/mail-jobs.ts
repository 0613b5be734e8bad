import { isCanary } from '@signet/rules/isolation'
import type { Context } from '../kit/context.ts'
import { findSetupLink } from '../modules/access/setup-links/index.ts'
import { findSignUp } from '../modules/access/sign-up/index.ts'
import { findOpen } from '../modules/authenticators/magic-links/index.ts'
import { deliverNotice } from '../modules/authenticators/notices/index.ts'
import { softTokens } from '../modules/authenticators/soft-tokens/index.ts'
import { isSentAgain, type LinkEnds, sendKept } from '../modules/settings/email-messages/index.ts'
import type { Job } from '../platform/queue.ts'

interface Expiring {
  readonly expires_at: Date
}

/** By the look-up that uses a link: what it does not find has expired, or was used or replaced. */
const endBy =
  (find: (ctx: Context, token: string) => Promise<Expiring | undefined>) =>
  async (ctx: Context, token: string): Promise<Date | null> =>
    (await find(ctx, token))?.expires_at ?? null

const linkEnds: LinkEnds = {
  magicLink: endBy(findOpen),
  signUp: endBy(findSignUp),
  administratorInvited: endBy(findSetupLink),
  invitation: endBy(findSetupLink),
  tokenActivation: softTokens.findClaimEnd,
}

/** A job of the mail queue: a new notice, or an email that is sent again. */
export const workOnMail = async (ctx: Context, job: Job): Promise<void> => {
  // Users of a tenant that only tests isolation have no mailboxes.
  if (isCanary(ctx.tenant)) return
  await (isSentAgain(job.content)
    ? sendKept(ctx, job, linkEnds)
    : deliverNotice(ctx, job, linkEnds))
}
