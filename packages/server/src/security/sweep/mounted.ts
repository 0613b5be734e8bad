import diagnostics from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { AppOptions } from '../../app.ts'
import { createApp } from '../../app.ts'
import type { Platform } from '../../platform/platform.ts'

export interface Mounted {
  readonly app: FastifyInstance
  /** Everything that the app answers, in the order in which it was mounted. */
  readonly routes: readonly RouteOptions[]
}

const isFastify = (value: unknown): value is { readonly fastify: FastifyInstance } =>
  typeof value === 'object' && value !== null && 'fastify' in value

/** Assembles the app and notes each route that anything mounts on it. */
export const mountedApp = async (platform: Platform, options: AppOptions): Promise<Mounted> => {
  const routes: RouteOptions[] = []
  const watch = (message: unknown): void => {
    if (!isFastify(message)) return
    message.fastify.addHook('onRoute', (route) => {
      routes.push(route)
    })
  }
  diagnostics.subscribe('fastify.initialization', watch)
  try {
    const app = await createApp(platform, options)
    await app.ready()
    return { app, routes }
  } finally {
    diagnostics.unsubscribe('fastify.initialization', watch)
  }
}
