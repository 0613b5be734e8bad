import type { AsyncJob } from '@signet/contract/kit/jobs'
import type { Need } from '@signet/rules/permissions'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import { insertRow } from '../platform/db/row-sets.ts'
import type { AsyncJobRow } from '../platform/db/schema/async-jobs.ts'
import type { Platform } from '../platform/platform.ts'
import type { Job } from '../platform/queue.ts'
import { type Context, mayDo } from './context.ts'
import { ApiError } from './errors.ts'

/** One kind of work of the jobs family: submitted, watched and fetched by three calls. */
export interface JobKind<R> {
  /** `users`, `audit-events`: stored with the job, never renamed. */
  readonly name: string
  readonly request: z.ZodType<R>
  /** Asked again when the work is done: the right may be gone by then. */
  readonly needs: Need
  /** Its answer is kept as JSON; an `ApiError` fails the job, anything else is tried again. */
  readonly run: (ctx: Context, request: R) => Promise<unknown>
}

/** The context of a session outside a request; null when it has ended. */
export type SessionContexts = (tenantId: string, sessionId: string) => Promise<Context | null>

type StoredJob = Selectable<AsyncJobRow>
type JobChange = Partial<Pick<StoredJob, 'state' | 'error_code'>> & { readonly result?: string }

const Content = z.object({
  id: z.uuid(),
  sessionId: z.uuid(),
  kind: z.string(),
  request: z.unknown(),
})
/** How long a result may be fetched. */
const keptMillis = 3_600_000

/** The user or application that calls and owns what it starts. @throws access_denied for others */
export const callingPrincipal = ({ actor }: Context) => {
  if (actor.kind === 'user' || actor.kind === 'application') return actor
  throw new ApiError('access_denied')
}

/** Whom the owner may see: who sees others now may not have what was prepared before. */
const sightOf = (ctx: Context): string => {
  const { groupScope } = callingPrincipal(ctx)
  return groupScope === 'ALL' ? groupScope : groupScope.toSorted().join()
}

const Result = z.object({ sight: z.string(), answer: z.unknown() })

const present = (job: StoredJob): z.input<typeof AsyncJob> => ({
  id: job.id,
  status: job.state,
  submittedAt: job.submitted_at,
  completedAt: job.completed_at,
  expiresAt: job.expires_at,
  errorCode: job.error_code,
})

/** Takes the work in; it is done soon after on some node, under the rights of this session. */
export const submitJob = <R extends object>(ctx: Context, kind: JobKind<R>, request: R) =>
  ctx.transaction(async (ctx) => {
    const { ids, clock, queue } = ctx.platform
    const owner = callingPrincipal(ctx)
    const now = clock.now()
    const job = await insertRow(ctx, 'async_jobs', {
      id: ids.uuid(),
      kind: kind.name,
      owner_id: owner.id,
      state: 'PENDING',
      result: null,
      error_code: null,
      submitted_at: now,
      completed_at: null,
      expires_at: new Date(now.getTime() + keptMillis),
    })
    await queue.enqueue(ctx.db, {
      tenantId: ctx.tenant.id,
      queue: 'async-jobs',
      content: {
        id: job.id,
        sessionId: owner.sessionId,
        kind: kind.name,
        request: JSON.parse(JSON.stringify(request)),
      },
    })
    return present(job)
  })

const find = async <R>(ctx: Context, kind: JobKind<R>, id: string): Promise<StoredJob> => {
  const job = await ctx.db
    .selectFrom('async_jobs')
    .selectAll()
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where('kind', '=', kind.name)
    .where('owner_id', '=', callingPrincipal(ctx).id)
    .where('expires_at', '>', ctx.platform.clock.now())
    .executeTakeFirst()
  if (job === undefined) throw new ApiError('not_found')
  return job
}

/** @throws not_found for anyone but who submitted it */
export const readJob = async <R>(ctx: Context, kind: JobKind<R>, id: string) =>
  present(await find(ctx, kind, id))

/** What `run` gave, as JSON. @throws not_found, job_not_completed, job_failed */
export const readJobResult = async <R>(
  ctx: Context,
  kind: JobKind<R>,
  id: string,
): Promise<unknown> => {
  const job = await find(ctx, kind, id)
  if (job.state === 'FAILED') throw new ApiError('job_failed')
  if (job.state !== 'COMPLETED') throw new ApiError('job_not_completed')
  const { sight, answer } = Result.parse(job.result)
  if (sight !== sightOf(ctx)) throw new ApiError('not_found')
  return answer
}

/** A kind whose request type only its own schema knows. */
interface Runnable {
  readonly name: string
  readonly needs: Need
  readonly run: (ctx: Context, request: unknown) => Promise<unknown>
}

/** A kind as the worker keeps it among others: parses what it is given. */
export const runnable = <R>({ request, run, ...kind }: JobKind<R>): Runnable => ({
  ...kind,
  run: (ctx, given) => run(ctx, request.parse(given)),
})

const perform = async (ctx: Context, kind: Runnable, request: unknown): Promise<JobChange> => {
  try {
    if (!mayDo(ctx, kind.needs)) throw new ApiError('access_denied')
    const result = JSON.stringify({ sight: sightOf(ctx), answer: await kind.run(ctx, request) })
    return { state: 'COMPLETED', result }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { state: 'FAILED', error_code: error.code }
  }
}

interface Worker {
  readonly platform: Platform
  readonly kinds: readonly Runnable[]
  readonly contextOf: SessionContexts
}

const runOne = async ({ platform, kinds, contextOf }: Worker, job: Job): Promise<void> => {
  const { id, sessionId, kind: name, request } = Content.parse(job.content)
  const update = (change: JobChange, completed_at: Date | null) =>
    platform.database
      .forTenant(job.tenantId)
      .updateTable('async_jobs')
      .set({ ...change, completed_at })
      .where('tenant_id', '=', job.tenantId)
      .where('id', '=', id)
      // A try that was interrupted after its end has left a result.
      .where('completed_at', 'is', null)
      .execute()
  const end = (change: JobChange) => update(change, platform.clock.now())
  const fail = (error_code: string) => end({ state: 'FAILED', error_code })
  const ctx = await contextOf(job.tenantId, sessionId)
  const kind = kinds.find((each) => each.name === name)
  if (ctx === null) return void (await fail('expired_session_token'))
  await update({ state: 'PROCESSING' }, null)
  try {
    if (kind === undefined) throw new Error(`no work of the kind ${name} on this node`)
    await end(await perform(ctx, kind, request))
  } catch (error) {
    if (job.isLast) await fail('general_error')
    throw error
  }
}

/** Works on submitted jobs on this node, from the queue's next start on. */
export const handleJobs = (worker: Worker): Promise<void> =>
  worker.platform.queue.handle('async-jobs', (job) => runOne(worker, job))
