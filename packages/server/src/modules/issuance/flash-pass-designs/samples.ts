import { sampleValues } from '@signet/card/samples'
import type { PassWallet } from '@signet/rules/flash-passes'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { designOfCard } from '../credential-designs/index.ts'
import type { StoredPassDesign } from './flash-pass-designs.repository.ts'
import { designWithWorkflow } from './flash-pass-designs.service.ts'
import { type FilledPass, filledPass } from './pass-values.ts'
import { giveGoogle, type Signing, signForApple, signingFor } from './signing.ts'

interface Sample {
  readonly designId: string
  readonly pass: FilledPass
}

const ofNobody = { endsAt: null, isVoid: true } as const

const forApple = async (ctx: Context, { designId, pass }: Sample, signing: Signing) => {
  const head = { ...ofNobody, updates: null, serialNumber: `sample-${designId}` }
  const file = await signForApple(ctx, signing, { pass, head })
  return { fileName: 'sample.pkpass', file: file.toString('base64'), uri: null }
}

const forGoogle = async (ctx: Context, sample: Sample, signing: Signing) => {
  const uri = await giveGoogle(ctx, signing, { ...sample, name: 'sample', head: ofNobody })
  return { fileName: null, file: null, uri }
}

/** @throws invalid_parameters */
const expectMadeFor = ({ content }: StoredPassDesign, wallet: PassWallet): void => {
  if (content.wallets.includes(wallet)) return
  const message = 'the design is not made for this wallet'
  throw new ApiError('invalid_parameters', { fields: [{ path: 'body.wallet', message }] })
}

/**
 * A pass with the values of nobody, marked as void, for whoever designs it.
 * @throws ISSUANCE_FLASH_PASS_DESIGN_NOT_FOUND, ISSUANCE_FLASH_PASS_NOT_READY,
 * ISSUANCE_FLASH_PASS_WALLET_FAILED, ISSUANCE_IMAGE_INVALID, too_many_requests,
 * invalid_parameters where the design is not made for this wallet
 */
export const sendSample = async (ctx: Context, designId: string, wallet: PassWallet) => {
  const { row, workflow } = await designWithWorkflow(ctx, designId)
  expectMadeFor(row, wallet)
  const signing = await signingFor(ctx, wallet)
  const card = await designOfCard(ctx, workflow.credential_design_id)
  const sample = { designId, pass: filledPass(row, sampleValues(card, 'USUAL')) }
  const make = wallet === 'APPLE' ? forApple : forGoogle
  const made = await make(ctx, sample, signing)
  await ctx.transaction(async (ctx) => {
    audit(ctx, 'FLASH_PASS_SAMPLE_SENT', {
      subject: { entity: 'CREDENTIALDESIGNS', id: designId, name: row.name },
      attributes: { wallet },
    })
  })
  return made
}
