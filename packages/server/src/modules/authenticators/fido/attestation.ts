import { createHash, X509Certificate } from 'node:crypto'
import type { fidoFamily } from '@signet/contract/settings/fido'
import type { VerifiedRegistrationResponse } from '@simplewebauthn/server'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { leadsTo } from './certificate-path.ts'
import { readMetadata } from './metadata.ts'
import type { AuthenticatorKind, Metadata } from './metadata-blob.ts'

type Registered = NonNullable<VerifiedRegistrationResponse['registrationInfo']>
type Policy = z.output<typeof fidoFamily.fields>

interface Statement {
  readonly format: string
  readonly chain: readonly X509Certificate[]
}

const statementOf = async ({ fmt, attestationObject }: Registered): Promise<Statement> => {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const chain = decodeAttestationObject(attestationObject).get('attStmt').get('x5c') ?? []
  return { format: fmt, chain: chain.map((der) => new X509Certificate(der)) }
}

/** Of a U2F key, whose AAGUID is zero: the SHA-1 of its attestation key (RFC 5280, 4.2.1.2). */
const keyIdentifier = ({ publicKey }: X509Certificate): string => {
  const point = publicKey.export({ type: 'spki', format: 'der' }).subarray(-65)
  return createHash('sha1').update(point).digest('hex')
}

const kindOf = (
  metadata: Metadata | null,
  aaguid: string,
  { format, chain: [leaf] }: Statement,
): AuthenticatorKind | null => {
  const found =
    format === 'fido-u2f' && leaf !== undefined
      ? metadata?.byKey.get(keyIdentifier(leaf))
      : metadata?.byAaguid.get(aaguid)
  return found ?? null
}

/** Whether the statement, whose signature was checked, is one that this kind makes. */
const isVouchedFor = (kind: AuthenticatorKind, { format, chain }: Statement, now: Date): boolean =>
  chain.length > 0 ? leadsTo(chain, kind.roots, now) : format === 'packed' && kind.attestsItself

const isWanted = ({ allowedAaguids, blockedAaguids }: Policy, aaguid: string): boolean =>
  !blockedAaguids.includes(aaguid) &&
  (allowedAaguids.length === 0 || allowedAaguids.includes(aaguid))

/**
 * What a registration's statement is worth, by the tenant's rules (WebAuthn level 3, 7.1 steps 22
 * to 25). The statement's own signature was checked before.
 * @throws passkey_not_allowed
 */
export const judgeAttestation = async (
  ctx: Context,
  policy: Policy,
  registered: Registered,
): Promise<{ readonly attested: boolean }> => {
  const refused = new ApiError('passkey_not_allowed')
  const { aaguid, fmt } = registered
  if (policy.attestation !== 'none' && fmt === 'none') throw refused
  if (!isWanted(policy, aaguid)) throw refused
  const statement = await statementOf(registered)
  const kind = kindOf(await readMetadata(ctx), aaguid, statement)
  if (kind?.compromised === true) throw refused
  const attested = kind !== null && isVouchedFor(kind, statement, ctx.platform.clock.now())
  // A statement in a known kind's name that its maker did not make is a lie, whatever is asked for.
  const isLie = kind !== null && !attested && statement.chain.length > 0
  if (isLie || (policy.metadataRequired && !attested)) throw refused
  return { attested }
}
