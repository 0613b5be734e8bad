import { createPublicKey, createSecretKey } from 'node:crypto'
import { compactDecrypt, compactVerify } from 'jose'
import { z } from 'zod'
import { parsedJson } from './json.ts'

/*
 * Verdicts of the Play Integrity API (Android developers, “Decrypt and verify the integrity verdict”
 * and “Integrity verdicts”): a JWT signed by ES256 in a JWE by A256KW and A256GCM.
 */

const Verdict = z.object({
  requestDetails: z.object({
    requestPackageName: z.string(),
    nonce: z.string(),
    /** Milliseconds since 1970, as text. */
    timestampMillis: z.coerce.number(),
  }),
  appIntegrity: z.object({
    appRecognitionVerdict: z.string(),
    packageName: z.string().optional(),
    certificateSha256Digest: z.array(z.string()).default([]),
  }),
  deviceIntegrity: z
    .object({ deviceRecognitionVerdict: z.array(z.string()).default([]) })
    .default({ deviceRecognitionVerdict: [] }),
})
type Verdict = z.output<typeof Verdict>

/** As the Play Console gives them for an app, in base64. */
interface Keys {
  /** AES, 256 bits. */
  readonly decryptionKey: string
  /** SubjectPublicKeyInfo of a P-256 key. */
  readonly verificationKey: string
}

interface Policy {
  readonly packageNames: readonly string[]
  /** SHA-256 of the certificates that sign the app, base64url; none: any. */
  readonly certificateDigests: readonly string[]
  readonly deviceVerdict: string
  /** The very app that Play distributes. */
  readonly recognizedOnly: boolean
}

type IntegrityFault =
  | 'TOKEN_INVALID'
  | 'NONCE_MISMATCH'
  | 'TOO_OLD'
  | 'OTHER_APP'
  | 'APP_NOT_RECOGNIZED'
  | 'OTHER_CERTIFICATE'
  | 'DEVICE_NOT_TRUSTED'

const verificationKeyOf = (text: string) =>
  createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })

export const isVerificationKey = (text: string): boolean => {
  try {
    return verificationKeyOf(text).asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    return false
  }
}

export const isDecryptionKey = (text: string): boolean =>
  /^[A-Za-z0-9+/]{43}=$/.test(text) && Buffer.from(text, 'base64').length === 32

const read = async (token: string, keys: Keys): Promise<Verdict | null> => {
  const key = createSecretKey(Buffer.from(keys.decryptionKey, 'base64'))
  try {
    const { plaintext } = await compactDecrypt(token, key, {
      keyManagementAlgorithms: ['A256KW'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    const { payload } = await compactVerify(plaintext, verificationKeyOf(keys.verificationKey), {
      algorithms: ['ES256'],
    })
    return Verdict.safeParse(parsedJson(Buffer.from(payload))).data ?? null
  } catch {
    return null
  }
}

/** A verdict is asked for and sent within one call of the app. */
const longestAgeMillis = 5 * 60_000

const bare = (text: string): string => text.replaceAll('=', '')

const faultIn = (
  { requestDetails, appIntegrity, deviceIntegrity }: Verdict,
  policy: Policy,
  { nonce, now }: { readonly nonce: string; readonly now: Date },
): IntegrityFault | null => {
  if (bare(requestDetails.nonce) !== nonce) return 'NONCE_MISMATCH'
  const age = Math.abs(now.getTime() - requestDetails.timestampMillis)
  if (!(age <= longestAgeMillis)) return 'TOO_OLD'
  const { packageName = requestDetails.requestPackageName } = appIntegrity
  const names = [requestDetails.requestPackageName, packageName]
  if (!names.every((name) => policy.packageNames.includes(name))) return 'OTHER_APP'
  if (policy.recognizedOnly && appIntegrity.appRecognitionVerdict !== 'PLAY_RECOGNIZED') {
    return 'APP_NOT_RECOGNIZED'
  }
  const digests = appIntegrity.certificateSha256Digest.map(bare)
  const { certificateDigests } = policy
  const isSigned =
    certificateDigests.length === 0 ||
    certificateDigests.some((digest) => digests.includes(bare(digest)))
  if (!isSigned) return 'OTHER_CERTIFICATE'
  const isTrusted = deviceIntegrity.deviceRecognitionVerdict.includes(policy.deviceVerdict)
  return isTrusted ? null : 'DEVICE_NOT_TRUSTED'
}

interface Asked {
  readonly token: string
  readonly keys: Keys
  readonly policy: Policy
  /** Base64url without padding, as the app was to send it. */
  readonly nonce: string
  readonly now: Date
}

/** Why a verdict is not good enough; null for one that is. */
export const integrityFault = async ({
  token,
  keys,
  policy,
  ...fresh
}: Asked): Promise<IntegrityFault | null> => {
  const verdict = await read(token, keys)
  return verdict === null ? 'TOKEN_INVALID' : faultIn(verdict, policy, fresh)
}
