import { cardFormats } from '@signet/card/chip/card-formats'
import type { Context } from '../../kit/context.ts'
import { createSmartCardProfile } from '../../modules/issuance/smart-card-profiles/index.ts'

/** What is written to the cards of a campus; nobody knows the keys. */
export const insertProfiles = async (ctx: Context): Promise<void> => {
  const key = (): string => ctx.platform.ids.random(6).toString('hex')
  const head = { layout: cardFormats.H10301, facilityCode: 118, issueLevel: 0 }
  await createSmartCardProfile(ctx, 'MIFARE_CLASSIC', {
    ...head,
    name: 'Doors and copiers',
    description: 'Every student card, from autumn 2026',
    block: 4,
    keys: { read: key(), write: key() },
  })
  await createSmartCardProfile(ctx, 'PROX', {
    ...head,
    name: 'Old gates',
    description: 'Gates that are replaced in 2027',
    block: 1,
    keys: {},
  })
}
