import type { FastifyInstance } from 'fastify'
import { CannotWrite } from '../platform/db/sql-errors.ts'
import type { Platform } from '../platform/platform.ts'

const statusOf = (error: unknown): string =>
  error instanceof CannotWrite ? error.reason : 'database unreachable'

/** `/health/live`: the process answers. `/health/ready`: the database does, and takes changes. Any host. */
export const mountHealth = (app: FastifyInstance, platform: Platform): void => {
  app.get('/health/live', (_request, reply) => reply.send({ status: 'live' }))
  app.get('/health/ready', async (_request, reply) => {
    try {
      await platform.database.ping()
      return await reply.send({ status: 'ready' })
    } catch (error) {
      platform.log.warn({ err: error }, 'not ready')
      return reply
        .status(503)
        .header('Retry-After', '5')
        .send({ status: statusOf(error) })
    }
  })
}
