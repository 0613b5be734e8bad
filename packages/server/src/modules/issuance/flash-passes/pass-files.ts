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

const headOf = ({ pass }: PassOfRecord) => ({
  endsAt: pass.ends_at,
  isVoid: pass.state === 'REVOKED',
})

/** The file that Apple Wallet takes. @throws ISSUANCE_FLASH_PASS_NOT_READY, ISSUANCE_IMAGE_INVALID, too_many_requests */
export const applePassOf = async (ctx: Context, of: PassOfRecord): Promise<Buffer> => {
  const signing = await signingFor(ctx, 'APPLE')
  const head = { ...headOf(of), serialNumber: of.pass.id }
  return signForApple(ctx, signing, { pass: await contentOf(ctx, of), head })
}

/** The pass as Google Wallet takes it. */
export const objectOf = async (ctx: Context, of: PassOfRecord) => ({
  designId: of.design.id,
  name: of.pass.id,
  pass: await contentOf(ctx, of),
  head: headOf(of),
})

/** The link that saves it. @throws ISSUANCE_FLASH_PASS_NOT_READY, ISSUANCE_FLASH_PASS_WALLET_FAILED */
export const givenToGoogle = async (ctx: Context, of: PassOfRecord): Promise<string> => {
  const signing = await signingFor(ctx, 'GOOGLE')
  return giveGoogle(ctx, signing, await objectOf(ctx, of))
}
