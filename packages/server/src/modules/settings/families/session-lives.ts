import { generalFamily } from '@signet/contract/settings/general'
import { type RawBuilder, sql } from 'kysely'
import type { Context, Rights } from '../../../kit/context.ts'
import { settings } from './readers.ts'

interface SessionLives {
  readonly idleMillis: number
  readonly absoluteMillis: number
}

/** Whether any of the rights is one of administration. */
const administers = ({ superAdministrator, permissions }: Rights): boolean =>
  superAdministrator || Object.values(permissions).some((granted) => granted.length > 0)

/**
 * How long sessions of this tenant last: as it has set, else as the installation has; those of
 * administrators never longer than the installation has it.
 */
const sessionLives = (
  ctx: Pick<Context, 'platform' | 'tenant'>,
  { administrator }: { readonly administrator: boolean },
): SessionLives => {
  const { sessionIdleMillis, sessionAbsoluteMillis } = settings.general.lastRead(ctx)
  const { config } = ctx.platform
  const lives = {
    idleMillis: sessionIdleMillis ?? config.sessionIdleMillis,
    absoluteMillis: sessionAbsoluteMillis ?? config.sessionAbsoluteMillis,
  }
  if (!administrator) return lives
  return {
    idleMillis: Math.min(lives.idleMillis, config.sessionIdleMillis),
    absoluteMillis: Math.min(lives.absoluteMillis, config.sessionAbsoluteMillis),
  }
}

/** How long a proof counts as just given: of administrators never longer than by default. */
const stepUpLife = (
  ctx: Pick<Context, 'platform' | 'tenant'>,
  { administrator }: { readonly administrator: boolean },
): number => {
  const { stepUpMillis } = settings.general.lastRead(ctx)
  return administrator ? Math.min(stepUpMillis, generalFamily.defaults.stepUpMillis) : stepUpMillis
}

/** When a session that is used now is idle, for users and for administrators. */
const idleEnds = (ctx: Context, now: Date) => {
  const endOf = (administrator: boolean): Date =>
    new Date(now.getTime() + sessionLives(ctx, { administrator }).idleMillis)
  return { idleUntil: endOf(false), strictUntil: endOf(true) }
}

const holderAdministers = `exists (select 1 from user_roles ur
  join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
  where ur.tenant_id = sessions.tenant_id and ur.user_id = sessions.user_id
    and r.role_type <> 'USER')`

/** As SQL of an update of `sessions`: roles are looked at where the two ends differ. */
const idleEndText = (idle: string, strict: string): string =>
  `least(expires_at,
    case when ${strict} < ${idle} and ${holderAdministers} then ${strict} else ${idle} end)`

/** The same of parameters. */
const idleEndOf = (idle: unknown, strict: unknown): RawBuilder<Date> =>
  sql<Date>`least(expires_at, case
    when ${strict}::timestamptz < ${idle}::timestamptz and ${sql.raw(holderAdministers)}
    then ${strict}::timestamptz else ${idle}::timestamptz end)`

/** How long sessions last, and proofs in them; administrators keep what is usual. */
export const sessionTimes = {
  administers,
  lives: sessionLives,
  stepUpLife,
  idleEnds,
  idleEndText,
  idleEndOf,
} as const
