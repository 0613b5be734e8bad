import { z } from 'zod'
import { audit } from '../../kit/audit.ts'
import type { Context } from '../../kit/context.ts'
import { findSamlApplication } from '../../modules/applications/saml-applications/index.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Job, JobContent } from '../../platform/queue.ts'
import { membersIn, Told, tellMembers } from '../oidc/sign-out/departures.ts'
import { findByEnded, listUntold, takeUntold } from './sessions.repository.ts'
import { membersOf } from './sign-out.ts'
import { Visit } from './sign-out-chain.ts'
import { tellBySoap } from './told-by-soap.ts'

/*
 * Sessions that end where no browser leads on: by an administrator, by "sign out everywhere", or
 * too old. Applications with an address for servers are told; those that only a
 * browser could tell are not.
 */

/** Sessions at a look; those that are left over follow at the next. */
const atLook = { most: 500, mostOfTenant: 100 } as const

/** One application to tell: each is tried again by itself. */
const Content = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('OIDC'), userId: z.string(), told: Told }),
  z.object({ kind: z.literal('SAML'), userId: z.string(), visit: Visit }),
])

const contentsOf = async (ctx: Context, ids: readonly string[]): Promise<readonly JobContent[]> => {
  const sessions = await takeUntold(ctx, ids)
  if (sessions.length === 0) return []
  const users = new Map(sessions.map(({ id, user_id: userId }) => [id, userId ?? '']))
  const { told } = await membersIn(ctx, sessions)
  const visits = await findByEnded(ctx, [...users.keys()])
  const { bySoap } = await membersOf(ctx, visits)
  return [
    ...told.map((one) => ({ kind: 'OIDC', userId: one.userId, told: { ...one } })),
    ...bySoap.map(({ participant: { session_id, ...visit } }) => ({
      kind: 'SAML',
      userId: users.get(session_id) ?? '',
      visit: { session_id, ...visit },
    })),
  ]
}

type Open = (tenantId: string) => Promise<Context | null>

interface Ended {
  readonly tenantId: string
  readonly ids: readonly string[]
}

const enqueueOf = async (platform: Platform, open: Open, { tenantId, ids }: Ended) => {
  const ctx = await open(tenantId)
  if (ctx === null) return
  await platform.secrets.ready(tenantId)
  await ctx.transaction(async (ctx) => {
    const contents = await contentsOf(ctx, ids)
    await platform.queue.enqueueAll(ctx.db, { tenantId, queue: 'sign-outs', contents })
  })
}

/**
 * Looks for sessions that have ended, and puts everybody who has to be told into the queue. What
 * goes wrong with one tenant is logged, and tried again at the next look: others go on.
 */
export const enqueueSignOuts = async (platform: Platform, open: Open): Promise<void> => {
  const ended = await listUntold(platform, atLook)
  for (const [tenantId, sessions] of Map.groupBy(ended, ({ tenant_id: id }) => id)) {
    const ids = sessions.map(({ session_id: id }) => id)
    try {
      await enqueueOf(platform, open, { tenantId, ids })
    } catch (error) {
      platform.log.warn({ err: error, tenantId }, 'sessions that ended were not told')
    }
  }
}

type Content = z.output<typeof Content>

const isDone = async (ctx: Context, content: Content): Promise<boolean> => {
  if (content.kind === 'OIDC') return tellMembers(ctx, { told: [content.told] })
  const { visit: participant } = content
  const application = await findSamlApplication(ctx, participant.application_id)
  return application === undefined || tellBySoap(ctx, [{ application, participant }])
}

const applicationOf = (content: Content): string =>
  content.kind === 'OIDC' ? content.told.clientId : content.visit.application_id

/** Tells one application. @throws Error when it has not heard, to be tried again */
export const workOnSignOut = async (
  ctx: Context,
  job: Pick<Job, 'content' | 'isLast'>,
): Promise<void> => {
  const content = Content.parse(job.content)
  if (await isDone(ctx, content)) return
  if (job.isLast) {
    await ctx.transaction(async (ctx) =>
      audit(ctx, 'APPLICATION_SIGN_OUT', {
        subject: { entity: 'USERS', id: content.userId, name: '' },
        outcome: 'FAILURE',
        attributes: { protocol: content.kind, application: applicationOf(content) },
      }),
    )
  }
  throw new Error('an application has not heard of a sign-out')
}
