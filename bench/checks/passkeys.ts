import { ChallengeAnswer, challengeAuthenticator } from '@signet/contract/access/authentication'
import type { SoftwareAuthenticator } from '@signet/server/testing/access/software-authenticator'
import { createAuthenticator } from '@signet/server/testing/access/software-authenticator'
import type { ClientBase } from 'pg'
import { userKeySql } from '../seed/users.ts'
import { type Check, post, stepUpOf } from './check.ts'

const insert = `insert into fido_credentials (tenant_id, id, user_id, credential_id, public_key, counter, aaguid, transports, name, state, rp_id, attestation_format, device_type, backed_up, user_verified, attested, created_at)
  select $1, gen_random_uuid(), ${userKeySql}, 'bench-passkey-' || n, $3, 0, '00000000-0000-0000-0000-000000000000', '[]', 'Key', 'ACTIVE', $4, 'none', 'singleDevice', false, true, false, now()
  from generate_series(0, $2::int - 1) n`

/** A COSE key of P-256 (RFC 9053, 7.1.1) is so long, and ends a registration without a statement. */
const coseBytes = 77

const publicKeyOf = (authenticator: SoftwareAuthenticator): Buffer => {
  const { attestationObject } = authenticator.register({ challenge: '' })
  return Buffer.from(attestationObject, 'base64url').subarray(-coseBytes)
}

interface Wanted {
  readonly tenantId: string
  readonly people: number
  readonly publicKey: Buffer
  readonly rpId: string
}

const giveKeys = (owner: ClientBase, { tenantId, people, publicKey, rpId }: Wanted) =>
  owner.query(insert, [tenantId, people, publicKey, rpId])

const path = challengeAuthenticator.path.replace(':authenticator', 'FIDO')

let held: SoftwareAuthenticator | null = null

/** A signature over the challenge of one's passkey: all have the same key, each its own row. */
export const passkeyCheck: Check = {
  authenticator: 'FIDO',
  tables: ['fido_credentials'],
  async seed({ site: { owner, seeding } }, people) {
    const { id: tenantId, publicUrl } = seeding.ctx.tenant
    const { origin, hostname: rpId } = new URL(publicUrl)
    held = createAuthenticator(origin)
    await giveKeys(owner, { tenantId, people, publicKey: publicKeyOf(held), rpId })
  },
  async ask(stage, user) {
    const { session, authToken } = await stepUpOf(stage, user)
    const asked = await post(stage.signet.http, path, { session, body: { authToken } })
    const { fidoChallenge, authToken: next } = ChallengeAnswer.parse(asked)
    const signed = held?.assert({ challenge: String(fidoChallenge?.challenge) })
    const fidoResponse = { ...signed, credentialId: `bench-passkey-${user}` }
    return { session, answer: () => ({ authToken: next, fidoResponse }) }
  },
}
