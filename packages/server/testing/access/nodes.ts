import type { FastifyInstance } from 'fastify'
import { createApp } from '../../src/app.ts'
import { type Call, createCall } from '../call.ts'
import type { TestApp } from '../test-app.ts'
import { createTestPlatform } from '../test-platform.ts'

/** A second node on the same database, with the first one's clock. */
export const secondNode = async (
  test: TestApp,
): Promise<{ readonly app: FastifyInstance; readonly call: Call }> => {
  const { platform } = await createTestPlatform(test.testDatabase.database)
  const app = await createApp({ ...platform, clock: test.clock })
  return { app, call: createCall(app, new URL(test.tenant.publicUrl).host) }
}
