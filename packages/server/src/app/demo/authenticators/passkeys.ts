import type { Context } from '../../../kit/context.ts'
import { daysFrom, type Holder } from './holders.ts'

const synced = {
  attestation_format: 'none',
  device_type: 'multiDevice',
  backed_up: true,
  attested: false,
} as const
const key = {
  attestation_format: 'packed',
  device_type: 'singleDevice',
  backed_up: false,
  attested: true,
} as const

const passkeys = [
  { to: 'mia.andersson', name: 'Phone', counter: 0, transports: ['internal', 'hybrid'], ...synced },
  { to: 'mia.andersson', name: 'Key on the key ring', counter: 214, transports: ['usb'], ...key },
  {
    to: 'lucas.andersson',
    name: 'Old key',
    counter: 77,
    transports: ['usb'],
    copied: true,
    ...key,
  },
] as const

/** A synced passkey, a key, and one that was copied; nobody here holds their private keys. */
export const insertPasskeys = async (ctx: Context, holder: Holder): Promise<void> => {
  const { ids, clock } = ctx.platform
  const now = clock.now()
  for (const { to, transports, ...passkey } of passkeys) {
    const isCopied = 'copied' in passkey
    await ctx.db
      .insertInto('fido_credentials')
      .values({
        tenant_id: ctx.tenant.id,
        id: ids.uuid(),
        user_id: holder(to).id,
        credential_id: ids.random(32).toString('base64url'),
        public_key: ids.random(77),
        counter: passkey.counter,
        aaguid: ids.uuid(),
        transports: JSON.stringify(transports),
        name: passkey.name,
        state: isCopied ? 'INACTIVE' : 'ACTIVE',
        rp_id: new URL(ctx.tenant.publicUrl).hostname,
        attestation_format: passkey.attestation_format,
        device_type: passkey.device_type,
        backed_up: passkey.backed_up,
        user_verified: true,
        attested: passkey.attested,
        cloned_at: isCopied ? daysFrom(now, -3) : null,
        created_at: daysFrom(now, -120),
        last_used_at: daysFrom(now, isCopied ? -3 : -1),
      })
      .execute()
  }
}
