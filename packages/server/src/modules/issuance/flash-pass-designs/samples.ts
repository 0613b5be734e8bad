import { createPrivateKey, X509Certificate } from 'node:crypto'
import { sampleValues } from '@signet/card/samples'
import { flashPassFamily } from '@signet/contract/settings/flashpass'
import type { PassWallet } from '@signet/rules/flash-passes'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { applePass } from '../../../platform/passes/apple-pass.ts'
import { giveToGoogle } from '../../../platform/passes/google-wallet.ts'
import { PushFailed } from '../../../platform/push.ts'
import { readSecrets, settings } from '../../settings/families/index.ts'
import { designOfCard } from '../credential-designs/index.ts'
import { appleContent } from './apple-content.ts'
import { applePictures } from './apple-pictures.ts'
import type { StoredPassDesign } from './flash-pass-designs.repository.ts'
import { designWithWorkflow } from './flash-pass-designs.service.ts'
import { googleContent } from './google-content.ts'
import { type FilledPass, filledPass } from './pass-values.ts'

interface Sample {
  readonly designId: string
  readonly pass: FilledPass
}

type Settings = Awaited<ReturnType<typeof settings.flashPass>>
type Keys = Readonly<Record<string, string>>

interface Signing {
  readonly set: Settings
  readonly keys: Keys
}

const forApple = async (ctx: Context, { designId, pass }: Sample, { set, keys }: Signing) => {
  const { clock } = ctx.platform
  const content = appleContent(pass, {
    passTypeIdentifier: set.applePassTypeId,
    teamIdentifier: set.appleTeamId,
    organizationName: set.organizationName,
    serialNumber: `sample-${designId}`,
    endsAt: null,
    isSample: true,
  })
  const signer = {
    key: createPrivateKey(keys.appleKey ?? ''),
    certificate: new X509Certificate(set.appleCertificate),
    authority: new X509Certificate(set.appleIntermediate),
    at: clock.now(),
  }
  const file = applePass(content, await applePictures(ctx, pass), signer)
  return { fileName: 'sample.pkpass', file: file.toString('base64'), uri: null }
}

const forGoogle = async (ctx: Context, { designId, pass }: Sample, { set, keys }: Signing) => {
  const { outbound, clock } = ctx.platform
  const account = {
    privateKey: createPrivateKey(keys.googleKey ?? ''),
    clientEmail: set.googleClientEmail,
  }
  const classId = `${set.googleIssuerId}.${designId}`
  const head = { id: `${classId}.sample`, classId, endsAt: null, isSample: true }
  const passObject = googleContent(pass, head)
  try {
    const given = { account, passClass: { id: classId }, passObject, now: clock.now() }
    return { fileName: null, file: null, uri: await giveToGoogle(outbound, given) }
  } catch (error) {
    if (!(error instanceof PushFailed)) throw error
    throw new ApiError('ISSUANCE_FLASH_PASS_WALLET_FAILED', { cause: error })
  }
}

/** @throws ISSUANCE_FLASH_PASS_NOT_READY where the wallet is not set up */
const signingFor = async (ctx: Context, wallet: PassWallet): Promise<Signing> => {
  const set = await settings.flashPass(ctx)
  if (!(wallet === 'APPLE' ? set.appleEnabled : set.googleEnabled)) {
    throw new ApiError('ISSUANCE_FLASH_PASS_NOT_READY')
  }
  return { set, keys: await readSecrets(ctx, flashPassFamily) }
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
