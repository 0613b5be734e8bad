import type { Context } from '../../../kit/context.ts'
import { desktops } from '../../../modules/authenticators/desktops/index.ts'
import type { Holder } from './holders.ts'

/** A computer that checks codes without a connection, for a day. */
export const insertDesktops = async (ctx: Context, holder: Holder): Promise<void> => {
  await desktops.register(ctx, holder('amelia.andersson'), {
    name: 'ACME-LT-0417',
    operatingSystem: 'Windows 11',
    days: 1,
  })
}
