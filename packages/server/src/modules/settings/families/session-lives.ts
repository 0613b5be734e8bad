import type { Context } from '../../../kit/context.ts'
import { settings } from './readers.ts'

export interface SessionLives {
  readonly idleMillis: number
  readonly absoluteMillis: number
}

/** How long sessions of this tenant last: as it has set, else as the installation has. */
export const sessionLives = (ctx: Context): SessionLives => {
  const { sessionIdleMillis, sessionAbsoluteMillis } = settings.general.lastRead(ctx)
  const { config } = ctx.platform
  return {
    idleMillis: sessionIdleMillis ?? config.sessionIdleMillis,
    absoluteMillis: sessionAbsoluteMillis ?? config.sessionAbsoluteMillis,
  }
}
