import type { FastifyInstance } from 'fastify'
import type { Pipeline } from '../kit/pipeline.ts'

/**
 * Mail of a development server, the newest first; absent on any other. Only under a tenant's host:
 * a page elsewhere whose name was bent to this address (DNS rebinding) reads nothing.
 */
export const mountOutbox = (app: FastifyInstance, { platform, doors }: Pipeline): void => {
  const { config, mailer } = platform
  if (!config.development && !config.demo) return
  app.get('/dev/outbox', async (request, reply) => {
    await doors.findTenant(doors.requestInfo(request).host)
    return reply.header('Cache-Control', 'no-store').send(mailer.outbox.list())
  })
}
