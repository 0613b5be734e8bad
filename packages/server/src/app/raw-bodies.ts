import { Transform } from 'node:stream'
import { receiveFaceWebhook } from '@signet/contract/authenticators/faces'
import type { FastifyInstance } from 'fastify'
import { rawBodies } from '../modules/authenticators/faces/index.ts'

/** Keeps the bytes of what providers sign, beside what is parsed of them, until it is answered. */
export const keepRawBodies = (app: FastifyInstance): void => {
  app.addHook('preParsing', async (request, _reply, payload) => {
    if (request.routeOptions.url !== receiveFaceWebhook.path) return payload
    const chunks: Buffer[] = []
    const through = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        chunks.push(chunk)
        done(null, chunk)
      },
      flush(done) {
        const header = request.headers['x-sha2-signature']
        const signature = typeof header === 'string' ? header : null
        rawBodies.keep(request.id, { body: Buffer.concat(chunks), signature })
        done()
      },
    })
    return payload.pipe(through)
  })
  app.addHook('onResponse', async ({ id }) => rawBodies.drop(id))
}
