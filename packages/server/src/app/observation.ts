import type { FastifyInstance } from 'fastify'
import type { Platform } from '../platform/platform.ts'

/** Each answer in the metrics and the access log: route templates, never paths or queries. */
export const observe = (app: FastifyInstance, { metrics, log }: Platform): void => {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? null
    const { method } = request
    const status = reply.raw.statusCode
    metrics.request({ route, method, status, seconds: reply.elapsedTime / 1000 })
    log.debug(
      { requestId: request.id, method, route, status, ms: Math.round(reply.elapsedTime) },
      'answered',
    )
    done()
  })
}
