import { cardFormats } from '@signet/card/chip/card-formats'
import type { Context } from '../../kit/context.ts'
import { createSmartCardProfile } from '../../modules/issuance/smart-card-profiles/index.ts'
import { smartCardSets } from '../../modules/issuance/smart-cards/index.ts'

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

/** Two boxes of twelve cards that nobody has yet; of the second nobody has read the chips. */
export const insertStock = (ctx: Context): Promise<unknown> =>
  ctx.transaction((ctx) => {
    const twelve = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0'))
    const boxes = [
      ...twelve.map((number) => ({
        serial: `CAMPUS-10${number}`,
        csn: ctx.platform.ids.random(7).toString('hex').toUpperCase(),
        card_type: 'MIFARE_CLASSIC' as const,
        groups: [],
      })),
      ...twelve.map((number) => ({
        serial: `GATE-20${number}`,
        csn: null,
        card_type: 'PROX' as const,
        groups: [],
      })),
    ]
    return smartCardSets.insert(ctx, boxes)
  })
