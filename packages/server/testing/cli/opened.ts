import type { FastifyInstance } from 'fastify'
import { closePlatform, openPlatform } from '../../src/app/open-platform.ts'
import { createApp } from '../../src/app.ts'
import type { Context, Tenant } from '../../src/kit/context.ts'
import { systemContext } from '../../src/kit/create-context.ts'
import { readConfig } from '../../src/platform/config.ts'
import type { Platform } from '../../src/platform/platform.ts'
import { type Call, createCall } from '../call.ts'

export interface Opened {
  readonly app: FastifyInstance
  readonly platform: Platform
  readonly ctx: Context
  readonly call: Call
  close(): Promise<void>
}

/** The service on a database that stands elsewhere, as its operator's variables name it. */
export const openService = async (
  environment: Readonly<Record<string, string>>,
  tenant: Tenant,
): Promise<Opened> => {
  const config = readConfig({ SIGNET_LOG_LEVEL: 'silent', ...environment })
  const platform = await openPlatform({ ...config, requestLimitScale: 0 })
  const app = await createApp(platform)
  await app.ready()
  await platform.keyRing.warm(tenant.id)
  return {
    app,
    platform,
    ctx: systemContext(platform, { tenant, name: 'test' }),
    call: createCall(app, new URL(tenant.publicUrl).host),
    close: async () => {
      await app.close()
      await closePlatform(platform)
    },
  }
}
