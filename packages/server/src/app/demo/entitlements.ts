import { featureNames } from '@signet/rules/bundles'
import type { Context } from '../../kit/context.ts'
import { grantEntitlement } from '../../modules/tenancy/entitlements/index.ts'

const dayMillis = 86_400_000

/** Room for a few more people than there are, and for codes to telephones, in a trial that soon ends. */
export const insertEntitlements = (ctx: Context): Promise<void> => {
  const now = ctx.platform.clock.now().getTime()
  return grantEntitlement(ctx, {
    type: 'AUTHENTICATION',
    bundle: 'PREMIUM',
    allotment: 1_250,
    sms_voice_allotment: 1_000,
    start_date: new Date(now - 25 * dayMillis),
    end_date: new Date(now + 6 * dayMillis),
    features: featureNames.map((name) => ({ name, enabled: true, quantity: null })),
  })
}
