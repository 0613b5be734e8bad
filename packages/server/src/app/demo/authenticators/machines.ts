import type { Context } from '../../../kit/context.ts'
import { machines } from '../../../modules/authenticators/machines/index.ts'
import type { Holder } from './holders.ts'

const browsers = [
  {
    of: 'amelia.andersson',
    label: 'Laptop at work',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  },
  {
    of: 'amelia.andersson',
    label: 'Phone',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1',
  },
] as const

/** Browsers that somebody has had remembered. */
export const insertMachines = (ctx: Context, holder: Holder): Promise<void> =>
  ctx.transaction(async (ctx) => {
    for (const { of, label, userAgent } of browsers) {
      const request = { ...ctx.request, userAgent }
      await machines.create({ ...ctx, request }, holder(of), { label })
    }
  })
