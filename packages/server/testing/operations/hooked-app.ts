import { createApp } from '../../src/app.ts'
import {
  fanOutAuditEvents,
  sequenceAuditEvents,
} from '../../src/modules/operations/audit-events/index.ts'
import { createDispatcher, webhookConsumer } from '../../src/modules/operations/webhooks/index.ts'
import type { Dispatcher } from '../../src/modules/tenancy/leased-turns/index.ts'
import { allowedTargetOf } from '../../src/platform/config/outbound-allow.ts'
import type { Resolve } from '../../src/platform/outbound/guard.ts'
import { createOutbound } from '../../src/platform/outbound/outbound.ts'
import type { Platform } from '../../src/platform/platform.ts'
import { createCall } from '../call.ts'
import type { TestApp } from '../test-app.ts'

export interface HookedApp extends Pick<TestApp, 'call' | 'platform'> {
  readonly dispatcher: Dispatcher
  /** Chains what has happened and makes the deliveries of it. */
  takeNote(): Promise<void>
  /** The same, then delivers what is due and waits for the answers. */
  deliver(): Promise<void>
  /** Ends what belongs to it, not the database. */
  end(): Promise<void>
}

const allowing = (port: number) => {
  const target = allowedTargetOf(`http=127.0.0.1:${port}`)
  if (typeof target === 'string') throw new Error(target)
  return [target]
}

/** A node on the database of `test` that may call the receiver at this port and nobody else inside. */
export const hookedApp = async (
  test: Pick<TestApp, 'tenant'> & { readonly platform: Platform },
  port: number,
  resolve?: Resolve,
): Promise<HookedApp> => {
  const outboundAllow = allowing(port)
  const config = { ...test.platform.config, outboundAllow }
  const platform = { ...test.platform, config, outbound: createOutbound(config, resolve) }
  const app = await createApp(platform)
  await app.ready()
  const dispatcher = createDispatcher(platform)
  const takeNote = async (): Promise<void> => {
    while ((await sequenceAuditEvents(platform)) > 0);
    await fanOutAuditEvents(platform, [webhookConsumer(platform)])
  }
  return {
    platform,
    dispatcher,
    call: createCall(app, new URL(test.tenant.publicUrl).host),
    takeNote,
    deliver: async () => {
      await takeNote()
      await dispatcher.look()
      await dispatcher.idle()
    },
    end: async () => {
      await dispatcher.stop()
      await app.close()
      await platform.outbound.close()
    },
  }
}
