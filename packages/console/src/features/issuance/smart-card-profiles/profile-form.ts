import { type BitLayout, bitFieldKinds } from '@signet/card/chip/bit-layout'
import { cardFormats } from '@signet/card/chip/card-formats'
import { type CardType, cardTypeFacts } from '@signet/card/chip/card-types'
import { parsePositions, positionsText } from '@signet/card/chip/positions'
import { SmartCardProfileChange } from '@signet/contract/issuance/smart-card-profiles'
import { z } from 'zod'
import type { Profile } from './profiles.queries.ts'

const { shape } = SmartCardProfileChange

/** Positions as they are typed: `1-12, 15`. */
const Positions = z.string().transform((text, refinement): number[] => {
  const positions = parsePositions(text)
  if (positions !== null) return [...positions]
  refinement.addIssue({ code: 'custom', message: 'holds no positions' })
  return z.NEVER
})

const Typed = z.object({
  name: shape.name,
  description: shape.description,
  facilityCode: shape.facilityCode,
  issueLevel: shape.issueLevel,
  block: shape.block,
  bits: z.int().min(8).max(127),
  fields: z.array(
    z.object({
      kind: z.enum(bitFieldKinds),
      from: z.int().min(1).max(127),
      length: z.int().min(1).max(48),
      value: z.int().min(0),
    }),
  ),
  parity: z.array(
    z.object({
      at: z.int().min(1).max(127),
      kind: z.enum(['EVEN', 'ODD']),
      covers: Positions,
    }),
  ),
  keys: z.object({ transport: z.string(), read: z.string(), write: z.string() }),
})

const given = (keys: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(keys)
      .map(([name, typed]) => [name, typed.replaceAll(/\s/g, '')])
      .filter(([, typed]) => typed !== ''),
  )

/** A profile as it is typed; an empty key stays what it was. */
export const ProfileForm = Typed.transform(
  ({ bits, fields, parity, keys, ...head }): z.output<typeof SmartCardProfileChange> => ({
    ...head,
    layout: { bits, fields, parity },
    keys: given(keys),
  }),
)
export type TypedProfile = z.input<typeof ProfileForm>

export const typedLayout = ({ bits, fields, parity }: BitLayout) => ({
  bits,
  fields: fields.map((field) => ({ ...field })),
  parity: parity.map(({ at, kind, covers }) => ({ at, kind, covers: positionsText(covers) })),
})

const noKeys = { transport: '', read: '', write: '' }

/** A new profile: 26 bits, which nearly every reader knows. */
export const emptyProfile = (cardType: CardType): TypedProfile => ({
  name: '',
  description: '',
  facilityCode: 0,
  issueLevel: 0,
  block: cardType === 'ICLASS' ? 7 : cardTypeFacts[cardType].blocks.first,
  ...typedLayout(cardFormats.H10301),
  keys: noKeys,
})

export const typedProfile = ({
  name,
  description,
  facilityCode,
  issueLevel,
  block,
  layout,
}: Profile): TypedProfile => ({
  name,
  description,
  facilityCode,
  issueLevel,
  block,
  ...typedLayout(layout),
  keys: noKeys,
})

/** The layout that is being typed; null while a part of it is no number or no position. */
export const layoutOf = (
  typed: Pick<TypedProfile, 'bits' | 'fields' | 'parity'>,
): BitLayout | null => {
  const { data } = Typed.pick({ bits: true, fields: true, parity: true }).safeParse(typed)
  return data ?? null
}
