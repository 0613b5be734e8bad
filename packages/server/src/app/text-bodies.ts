import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hasBadText } from '../kit/body.ts'
import { ApiError } from '../kit/errors.ts'
import { mount, type Pipeline } from '../kit/pipeline.ts'
import type { Route } from '../kit/routes.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

const fault = (message: string, cause?: unknown): ApiError =>
  new ApiError('invalid_parameters', { fields: [{ path: 'body', message }], cause })

/** @throws invalid_parameters */
const textOf = (bytes: Buffer): string => {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch (cause) {
    throw fault('is not UTF-8', cause)
  }
  if (hasBadText(text)) throw fault('holds NUL or a lone surrogate')
  return text
}

/** A call whose body is text as it is, and no JSON. */
const mountText = (app: FastifyInstance, pipeline: Pipeline, route: Route): void => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'text/plain',
      { parseAs: 'buffer' },
      async (_request: FastifyRequest, body: Buffer) => textOf(body),
    )
    mount(scope, pipeline, route)
  })
}

/** Mounts each endpoint where bodies of its media type are read. */
export const mountAll = (
  app: FastifyInstance,
  pipeline: Pipeline,
  routes: readonly Route[],
): void => {
  for (const route of routes) {
    const mounted = route.endpoint.consumes === undefined ? mount : mountText
    mounted(app, pipeline, route)
  }
}
