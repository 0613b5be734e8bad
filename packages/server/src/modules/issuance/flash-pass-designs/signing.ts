import { createPrivateKey, X509Certificate } from 'node:crypto'
import { flashPassFamily } from '@signet/contract/settings/flashpass'
import type { PassWallet } from '@signet/rules/flash-passes'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { applePass } from '../../../platform/passes/apple-pass.ts'
import { giveToGoogle } from '../../../platform/passes/google-wallet.ts'
import { PushFailed } from '../../../platform/push.ts'
import { readSecrets, settings } from '../../settings/families/index.ts'
import { type AppleHead, appleContent } from './apple-content.ts'
import { applePictures } from './apple-pictures.ts'
import { type GoogleHead, googleContent } from './google-content.ts'
import type { FilledPass } from './pass-values.ts'

/** The settings of passes with their keys. */
export interface Signing {
  readonly set: Awaited<ReturnType<typeof settings.flashPass>>
  readonly keys: Readonly<Record<string, string>>
}

/** The wallets that are set up. */
export const readyWallets = ({ set }: Pick<Signing, 'set'>): readonly PassWallet[] => [
  ...(set.appleEnabled ? (['APPLE'] as const) : []),
  ...(set.googleEnabled ? (['GOOGLE'] as const) : []),
]

/** @throws ISSUANCE_FLASH_PASS_NOT_READY where the wallet is not set up */
export const signingFor = async (ctx: Context, wallet: PassWallet): Promise<Signing> => {
  const set = await settings.flashPass(ctx)
  if (!readyWallets({ set }).includes(wallet)) throw new ApiError('ISSUANCE_FLASH_PASS_NOT_READY')
  return { set, keys: await readSecrets(ctx, flashPassFamily) }
}

/** Null where the wallet is set up no more: its passes stay as they are. */
export const readySigning = async (ctx: Context, wallet: PassWallet): Promise<Signing | null> => {
  try {
    return await signingFor(ctx, wallet)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'ISSUANCE_FLASH_PASS_NOT_READY') return null
    throw error
  }
}

type OwnAppleHead = Omit<AppleHead, 'passTypeIdentifier' | 'teamIdentifier' | 'organizationName'>

/** The signed file. @throws ISSUANCE_IMAGE_INVALID, too_many_requests */
export const signForApple = async (
  ctx: Context,
  { set, keys }: Signing,
  { pass, head }: { readonly pass: FilledPass; readonly head: OwnAppleHead },
): Promise<Buffer> => {
  const content = appleContent(pass, {
    passTypeIdentifier: set.applePassTypeId,
    teamIdentifier: set.appleTeamId,
    organizationName: set.organizationName,
    ...head,
  })
  return applePass(content, await applePictures(ctx, pass), {
    key: createPrivateKey(keys.appleKey ?? ''),
    certificate: new X509Certificate(set.appleCertificate),
    authority: new X509Certificate(set.appleIntermediate),
    at: ctx.platform.clock.now(),
  })
}

interface OfDesign {
  readonly designId: string
  readonly pass: FilledPass
  /** Its name beside those of the same design. */
  readonly name: string
  readonly head: Omit<GoogleHead, 'id' | 'classId'>
}

/** The account that passes are given to Google by. */
const accountOf = ({ set, keys }: Signing) => ({
  privateKey: createPrivateKey(keys.googleKey ?? ''),
  clientEmail: set.googleClientEmail,
})

/** Given, or written over; the link that saves it. @throws PushFailed */
export const handToGoogle = (
  { platform: { outbound, clock } }: Context,
  signing: Signing,
  { designId, pass, name, head }: OfDesign,
): Promise<string> => {
  const classId = `${signing.set.googleIssuerId}.${designId}`
  const passObject = googleContent(pass, { id: `${classId}.${name}`, classId, ...head })
  const given = { account: accountOf(signing), passClass: { id: classId }, passObject }
  return giveToGoogle(outbound, { ...given, now: clock.now() })
}

/** For somebody who waits for the link. @throws ISSUANCE_FLASH_PASS_WALLET_FAILED */
export const giveGoogle = async (
  ctx: Context,
  signing: Signing,
  given: OfDesign,
): Promise<string> => {
  try {
    return await handToGoogle(ctx, signing, given)
  } catch (error) {
    if (!(error instanceof PushFailed)) throw error
    throw new ApiError('ISSUANCE_FLASH_PASS_WALLET_FAILED', { cause: error })
  }
}
