import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { PushFailed } from '../../../platform/push.ts'
import type { Job } from '../../../platform/queue.ts'
import { designWithWorkflow, handToGoogle, readySigning } from '../flash-pass-designs/index.ts'
import { notePasses, passesChanged } from '../live-passes/index.ts'
import { tellPhones } from './apple-updates.ts'
import {
  findDesignVersion,
  findPass,
  listClaimedOf,
  type NamedPass,
} from './flash-passes.repository.ts'
import { objectOf } from './pass-files.ts'
import { mailLink } from './pass-jobs.ts'

const Content = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['MAIL', 'UPDATE']), passId: z.string() }),
  z.object({
    kind: z.literal('DESIGN'),
    designId: z.string(),
    version: z.int(),
    after: z.string().nullable(),
  }),
])

type Attempt = Pick<Job, 'jobRowId' | 'content' | 'isLast'>

interface Told {
  readonly event: 'UPDATED' | 'UPDATE_FAILED'
  readonly detail: 'APPLE' | 'GOOGLE'
}

/** The log says what became of it. */
const note = (ctx: Context, id: string, told: Told) =>
  ctx.transaction((ctx) => notePasses(ctx, [id], told))

/** What the pass shows now; Google tells the phones. A failure is thrown, to be tried again. */
const updateGoogle = async (ctx: Context, pass: NamedPass, job: Attempt): Promise<void> => {
  const { isLast } = job
  const keys = await readySigning(ctx, 'GOOGLE')
  if (keys === null) return
  const { row: design } = await designWithWorkflow(ctx, pass.design_id)
  try {
    await handToGoogle(ctx, keys, await objectOf(ctx, { pass, design }))
  } catch (error) {
    if (!(error instanceof PushFailed)) throw error
    if (isLast || !error.mayRetry) {
      await note(ctx, pass.id, { event: 'UPDATE_FAILED', detail: 'GOOGLE' })
    }
    if (!error.mayRetry) return
    throw error
  }
  await note(ctx, pass.id, { event: 'UPDATED', detail: 'GOOGLE' })
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

/** The phones ask for what it shows; a failure is thrown, to be tried again. */
const updateApple = async (ctx: Context, { id }: NamedPass, { isLast }: Attempt) => {
  try {
    const told = await tellPhones(ctx, { id })
    if (told === 'NOBODY') return
    await note(ctx, id, { event: told === 'TOLD' ? 'UPDATED' : 'UPDATE_FAILED', detail: 'APPLE' })
  } catch (error) {
    if (isLast) await note(ctx, id, { event: 'UPDATE_FAILED', detail: 'APPLE' })
    throw error
  }
}

/** Both wallets, whatever becomes of the other. */
const update = async (ctx: Context, passId: string, job: Attempt): Promise<void> => {
  const pass = await findPass(ctx, passId)
  if (pass === undefined) return
  const told = await Promise.allSettled([
    pass.google_at === null ? undefined : updateGoogle(ctx, pass, job),
    pass.apple_at === null ? undefined : updateApple(ctx, pass, job),
  ])
  for (const one of told) if (one.status === 'rejected') throw one.reason
}

/** Of one job, and of one transaction. */
const mostOfPage = 100

interface Walk {
  readonly designId: string
  /** Of the save that began it. */
  readonly version: number
  /** The last pass of the page before. */
  readonly after: string | null
}

/**
 * Has the wallets told of the passes of a design, a page at a time. A walk that a later save has
 * overtaken ends: the later one goes through all of them.
 */
const walkDesign = async (ctx: Context, walk: Walk): Promise<void> => {
  const { designId, version, after } = walk
  if ((await findDesignVersion(ctx, designId)) !== version) return
  await ctx.transaction(async (ctx) => {
    const { platform, db, tenant } = ctx
    const ids = await listClaimedOf(ctx, { designId, after, most: mostOfPage })
    await passesChanged(ctx, { ids })
    const last = ids.at(-1)
    if (last === undefined || ids.length < mostOfPage) return
    const content = { kind: 'DESIGN', ...walk, after: last }
    await platform.queue.enqueue(db, { tenantId: tenant.id, queue: 'flash-passes', content })
  })
}

/** Mails the link of a pass, or tells the wallets what it shows now. */
export const workOnPass = async (ctx: Context, job: Attempt): Promise<void> => {
  const content = Content.parse(job.content)
  if (content.kind === 'DESIGN') return walkDesign(ctx, content)
  return content.kind === 'MAIL' ? mailLink(ctx, job) : update(ctx, content.passId, job)
}
