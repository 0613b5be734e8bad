import { passStateAt } from '@signet/rules/flash-passes'
import type { Context } from '../../../kit/context.ts'
import { cardsOfRecords } from '../enrollments/index.ts'
import {
  filledPass,
  giveGoogle,
  type PassDesign,
  signForApple,
  signingFor,
} from '../flash-pass-designs/index.ts'
import type { StoredPass } from '../live-passes/index.ts'
import { updatesOf } from './pass-tokens.ts'

export interface PassOfRecord {
  readonly pass: Pick<StoredPass, 'id' | 'enrollment_id' | 'ends_at' | 'state'>
  readonly design: PassDesign
}

/** What it shows now; nothing of a record that is deleted. */
const contentOf = async (ctx: Context, { pass, design }: PassOfRecord) => {
  const { enrollment_id: id } = pass
  const [card] = id === null ? [] : await cardsOfRecords(ctx, [id])
  return filledPass(design, card?.values ?? {})
}

const isOver = ({ state, ends_at }: PassOfRecord['pass'], now: Date): boolean =>
  ['EXPIRED', 'REVOKED'].includes(passStateAt({ state, endsAt: ends_at }, now))

const headOf = ({ platform }: Context, { pass }: PassOfRecord) => ({
  endsAt: pass.ends_at,
  isVoid: isOver(pass, platform.clock.now()),
})

/** The file that Apple Wallet takes. @throws ISSUANCE_FLASH_PASS_NOT_READY, ISSUANCE_IMAGE_INVALID, too_many_requests */
export const applePassOf = async (ctx: Context, of: PassOfRecord): Promise<Buffer> => {
  const signing = await signingFor(ctx, 'APPLE')
  const { id: serialNumber } = of.pass
  const head = { ...headOf(ctx, of), serialNumber, updates: updatesOf(ctx, serialNumber) }
  return signForApple(ctx, signing, { pass: await contentOf(ctx, of), head })
}

/** The pass as Google Wallet takes it. */
export const objectOf = async (ctx: Context, of: PassOfRecord) => ({
  designId: of.design.id,
  name: of.pass.id,
  pass: await contentOf(ctx, of),
  head: headOf(ctx, of),
})

/** The link that saves it. @throws ISSUANCE_FLASH_PASS_NOT_READY, ISSUANCE_FLASH_PASS_WALLET_FAILED */
export const givenToGoogle = async (ctx: Context, of: PassOfRecord): Promise<string> => {
  const signing = await signingFor(ctx, 'GOOGLE')
  return giveGoogle(ctx, signing, await objectOf(ctx, of))
}
