import { cardFormats } from '@signet/card/chip/card-formats'
import type { Context } from '../../kit/context.ts'
import { createSmartCardProfile } from '../../modules/issuance/smart-card-profiles/index.ts'

export const profileCardType = 'MIFARE_CLASSIC'

const cardKey = 'a0b1c2d3e4f5'

/** A profile whose two keys are `key`. */
export const profileNamed = (name: string, key: string = cardKey) => ({
  name,
  description: '',
  layout: cardFormats.H10301,
  facilityCode: 118,
  issueLevel: 0,
  block: 4,
  keys: { read: key, write: key },
})

/** A profile of smart cards. */
export const buildSmartCardProfile = async (ctx: Context) => {
  const name = `Profile ${ctx.platform.ids.random(6).toString('hex')}`
  const { value } = await createSmartCardProfile(ctx, profileCardType, profileNamed(name))
  return { cardType: profileCardType, id: value.id, name }
}
