import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { Insertable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { SamlKeyRow } from '../../../platform/db/schema/saml.ts'
import { selfSigned } from '../../../platform/self-signed.ts'

const generate = promisify(generateKeyPair)
const modulusLength = 2048
const lifeYears = 10

export const purposeOf = (id: string): string => `saml-key:${id}`

/** A key with a certificate of its own; the key is made in a thread, and stored sealed. */
export const newSamlKey = async (
  { platform, tenant }: Context,
  state: SamlKeyRow['state'],
): Promise<Insertable<SamlKeyRow>> => {
  const { privateKey, publicKey } = await generate('rsa', { modulusLength })
  const id = platform.ids.uuid()
  const now = platform.clock.now()
  const notAfter = new Date(now)
  notAfter.setUTCFullYear(now.getUTCFullYear() + lifeYears)
  const certificate = selfSigned({
    privateKey,
    publicKey,
    commonName: `${new URL(tenant.publicUrl).hostname} SAML`,
    serial: platform.ids.random(16),
    notBefore: now,
    notAfter,
  })
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' })
  return {
    tenant_id: tenant.id,
    id,
    state,
    certificate: certificate.toString('base64'),
    sealed_private: await platform.secrets.seal(tenant.id, purposeOf(id), pkcs8),
    not_before: now,
    not_after: notAfter,
    created_at: now,
  }
}
