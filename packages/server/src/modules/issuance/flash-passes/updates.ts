import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { PushFailed } from '../../../platform/push.ts'
import type { Job } from '../../../platform/queue.ts'
import {
  designWithWorkflow,
  handToGoogle,
  type Signing,
  signingFor,
} from '../flash-pass-designs/index.ts'
import { notePasses } from '../live-passes/index.ts'
import { findPass, type NamedPass } from './flash-passes.repository.ts'
import { objectOf } from './pass-files.ts'
import { mailLink } from './pass-jobs.ts'

const Content = z.object({ kind: z.enum(['MAIL', 'UPDATE']), passId: z.string() })

type Attempt = Pick<Job, 'jobRowId' | 'content' | 'isLast'>

/** Null where the wallet is set up no more: its passes stay as they are. */
const signing = async (ctx: Context): Promise<Signing | null> => {
  try {
    return await signingFor(ctx, 'GOOGLE')
  } catch (error) {
    if (error instanceof ApiError && error.code === 'ISSUANCE_FLASH_PASS_NOT_READY') return null
    throw error
  }
}

/** The log says what became of it. */
const note = (ctx: Context, id: string, event: 'UPDATED' | 'UPDATE_FAILED') =>
  ctx.transaction((ctx) => notePasses(ctx, [id], { event, detail: 'GOOGLE' }))

/** What the pass shows now; Google tells the phones. A failure is thrown, to be tried again. */
const updateGoogle = async (ctx: Context, pass: NamedPass, job: Attempt): Promise<void> => {
  const { isLast } = job
  const keys = await signing(ctx)
  if (keys === null) return
  const { row: design } = await designWithWorkflow(ctx, pass.design_id)
  try {
    await handToGoogle(ctx, keys, await objectOf(ctx, { pass, design }))
  } catch (error) {
    if (!(error instanceof PushFailed)) throw error
    if (isLast || !error.mayRetry) await note(ctx, pass.id, 'UPDATE_FAILED')
    if (!error.mayRetry) return
    throw error
  }
  await note(ctx, pass.id, 'UPDATED')
  await updateAgain(ctx, pass, job)
}

/** Whoever was quicker with what came later was written over: it is told once more. */
const updateAgain = async (ctx: Context, told: NamedPass, job: Attempt): Promise<void> => {
  const pass = await findPass(ctx, told.id)
  if (pass === undefined) return
  const isSame =
    pass.state === told.state && pass.changed_at.getTime() === told.changed_at.getTime()
  if (!isSame) await updateGoogle(ctx, pass, job)
}

/** Mails the link of a pass, or tells the wallets what it shows now. */
export const workOnPass = async (ctx: Context, job: Attempt): Promise<void> => {
  const { kind, passId } = Content.parse(job.content)
  if (kind === 'MAIL') return mailLink(ctx, job)
  const pass = await findPass(ctx, passId)
  if (pass?.google_at) await updateGoogle(ctx, pass, job)
}
