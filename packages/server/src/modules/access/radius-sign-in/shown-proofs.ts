import { timingSafeEqual } from 'node:crypto'
import {
  chapResponse,
  type MsChap2,
  msChap2Response,
  msChap2Success,
  msChapResponse,
} from '@signet/algorithms/radius/chap'
import { radiusUserName } from '@signet/rules/radius'
import type { Context } from '../../../kit/context.ts'
import { activeTokensQuery, shownCodes } from '../../authenticators/tokens/index.ts'
import type { AccessRequest } from './asking.ts'

type Proof = AccessRequest['proof']
type Digest = Exclude<Proof, { readonly kind: 'PAP' | 'WAITING' }>

/** What was typed; `proves` tells an MS-CHAPv2 client that it was known. */
export interface Typed {
  readonly text: string
  readonly msChap2Success: string | null
}

export const isDigest = (proof: Proof): proof is Digest =>
  proof.kind !== 'PAP' && proof.kind !== 'WAITING'

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url')

/** The name that the client hashed: a domain before it is left out (RFC 2759, section 4). */
const exchangeOf = (
  proof: Extract<Digest, { kind: 'MSCHAP2' }>,
  { userName }: AccessRequest,
): MsChap2 => ({
  authenticatorChallenge: bytes(proof.challenge),
  peerChallenge: bytes(proof.peerChallenge),
  userName: userName.includes('\\') ? radiusUserName(userName, 'WITHOUT_DOMAIN') : userName,
})

const expectedOf = (proof: Digest, request: AccessRequest, code: string): Buffer => {
  if (proof.kind === 'CHAP') {
    return chapResponse(code, { id: proof.id, challenge: bytes(proof.challenge) })
  }
  if (proof.kind === 'MSCHAP') return msChapResponse(code, bytes(proof.challenge))
  return msChap2Response(code, exchangeOf(proof, request))
}

/** Challenges of another length than the protocol's prove nothing. */
const isWhole = (proof: Digest): boolean => {
  const { length } = bytes(proof.challenge)
  if (proof.kind === 'CHAP') return length > 0
  if (proof.kind === 'MSCHAP') return length === 8
  return length === 16 && bytes(proof.peerChallenge).length === 16
}

const isSame = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other)

/** No code has this text: an answer that is wrong, and counts as one. */
const wrong: Typed = { text: '', msChap2Success: null }

/**
 * The code of the person's tokens that a digest is of: every code that is good now is tried, and
 * the one found goes the way of a typed one. Passwords are kept as hashes that no digest of this
 * kind can be made from.
 */
export const codeBehind = async (
  ctx: Context,
  request: AccessRequest,
  userId: string | null,
): Promise<Typed> => {
  const { proof } = request
  if (!isDigest(proof)) return wrong
  const { rows: tokens } = await ctx.db.executeQuery(activeTokensQuery(ctx, userId))
  const codes = (await Promise.all(tokens.map((token) => shownCodes(ctx, token)))).flat()
  const given = bytes(proof.response)
  const right = codes.filter((code) => isSame(expectedOf(proof, request, code), given))
  const [text] = isWhole(proof) ? right : []
  if (text === undefined) return wrong
  const proves = proof.kind === 'MSCHAP2' ? msChap2Success(text, exchangeOf(proof, request)) : null
  return { text, msChap2Success: proves }
}
