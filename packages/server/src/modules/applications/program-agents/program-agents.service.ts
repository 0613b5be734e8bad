import type { ProgramAgent, ProgramAgentChange } from '@signet/contract/applications/program-agents'
import type { ProgramType } from '@signet/rules/applications'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { versioned } from '../../../kit/routes.ts'
import { changeApiApplication, readApiApplication } from '../api-applications/index.ts'

/** What runs with an application's secret now, and where it was opened last. */
const readRunning = async ({ db, tenant, platform }: Context, applicationId: string) => {
  const now = platform.clock.now()
  const sessions = db
    .selectFrom('sessions')
    .where('tenant_id', '=', tenant.id)
    .where('application_id', '=', applicationId)
  const [open, newest] = await Promise.all([
    sessions
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('revoked_at', 'is', null)
      .where('token_expires_at', '>', now)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow(),
    sessions
      .select(['address', 'user_agent'])
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ])
  return {
    openSessions: Number(open.count),
    lastAddress: newest?.address ?? null,
    software: newest?.user_agent ?? null,
  }
}

type Wire = z.input<typeof ProgramAgent>
type Program = Awaited<ReturnType<typeof readApiApplication>>

const present = async (ctx: Context, { value, version }: Program) => {
  const { id, name, enabled, addresses, lastUsedAt } = value
  const running = await readRunning(ctx, id)
  const agent: Wire = { id, name, enabled, addresses, lastUsedAt, ...running }
  return versioned(agent, version)
}

/** @throws not_found */
export const read = async (ctx: Context, type: ProgramType, id: string) =>
  present(ctx, await readApiApplication(ctx, type, id))

interface Place {
  readonly type: ProgramType
  readonly id: string
}

/**
 * Changes where, and whether, it runs; all else of its application stays. To let it run again is to
 * give it what it may do: the same rights are asked for as by a change of the application.
 * @throws not_found, precondition_failed, rights_not_held
 */
export const change = async (
  ctx: Context,
  { type, id }: Place,
  wanted: z.output<typeof ProgramAgentChange>,
) => {
  const { value } = await readApiApplication(ctx, type, id)
  const { name, description, tokenTtlSeconds } = value
  const kept = { name, description, tokenTtlSeconds }
  return present(ctx, await changeApiApplication(ctx, { type, id }, { ...kept, ...wanted }))
}
