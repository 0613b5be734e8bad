import { isIP } from 'node:net'
import type { PasskeyDomain } from '@signet/contract/settings/passkey-domain'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { type Versioned, versioned } from '../../../kit/routes.ts'
import { isSuperAdministrator } from '../../settings/vouching/index.ts'
import { changeTenant, readTenant, tenantDomains } from '../../tenancy/tenants/index.ts'
import { countByRpId } from './fido.repository.ts'
import { isPublicSuffix } from './registrable-labels.ts'
import { pageOrigins, relyingParty } from './relying-party.ts'

/*
 * The RP ID above the host (WebAuthn Level 3, section 5.4.2): one passkey for several hosts of a
 * domain. Every host of the domain could ask for it, so that the domain has to be the tenant's alone.
 */

/** `login.shop.example.com`: `shop.example.com`, `example.com`, `com`. */
const above = (host: string): readonly string[] => {
  const labels = host.split('.')
  return labels.slice(1).map((_, index) => labels.slice(index + 1).join('.'))
}

const candidatesOf = async (host: string): Promise<readonly string[]> => {
  const domains = isIP(host) === 0 ? above(host) : []
  const open = await Promise.all(domains.map(isPublicSuffix))
  return domains.filter((_, index) => open[index] === false)
}

/** The TXT record that proves the domain for this tenant. */
const recordFor = ({ platform, tenant }: Context, domain: string) => {
  const proof = platform.secrets.derive(tenant.id, `passkey-domain ${domain}`)
  return {
    domain,
    recordName: `_signet-passkeys.${domain}`,
    recordValue: `signet-passkeys=${proof.subarray(0, 20).toString('hex')}`,
  }
}

const hostOf = ({ tenant }: Context): string => new URL(tenant.publicUrl).hostname

type Answer = z.input<typeof PasskeyDomain>

const present = async (ctx: Context, version: number): Promise<Versioned<Answer>> => {
  const candidates = await candidatesOf(hostOf(ctx))
  return versioned(
    {
      host: hostOf(ctx),
      domain: ctx.tenant.passkeyDomain,
      rpId: relyingParty(ctx).id,
      candidates: candidates.map((domain) => recordFor(ctx, domain)),
      passkeys: await countByRpId(ctx),
      relatedOrigins: { origins: await pageOrigins(ctx) },
    },
    version,
  )
}

export const readDomain = async (ctx: Context): Promise<Versioned<Answer>> => {
  await ctx.platform.secrets.ready(ctx.tenant.id)
  return present(ctx, (await readTenant(ctx)).version)
}

/** @throws passkey_domain_not_allowed, passkey_domain_not_proven */
const expectProven = async (ctx: Context, domain: string): Promise<void> => {
  const candidates = await candidatesOf(hostOf(ctx))
  if (!candidates.includes(domain)) throw new ApiError('passkey_domain_not_allowed')
  const { recordName, recordValue } = recordFor(ctx, domain)
  if ((await ctx.platform.dns.texts(recordName)).includes(recordValue)) return
  throw new ApiError('passkey_domain_not_proven', {
    parameters: { name: recordName, value: recordValue },
  })
}

/**
 * @throws rights_not_held, passkey_domain_not_allowed for one that is not above the host, is open to
 * strangers or to another tenant, passkey_domain_not_proven, precondition_failed
 */
export const changeDomain = async (ctx: Context, domain: string | null) => {
  if (!isSuperAdministrator(ctx)) throw new ApiError('rights_not_held')
  await ctx.platform.secrets.ready(ctx.tenant.id)
  // The name server is asked before the transaction: it may take seconds.
  if (domain !== null) await expectProven(ctx, domain)
  const { version } = await ctx.transaction(async (ctx) => {
    const isShared = domain !== null && (await tenantDomains.isShared(ctx.db, domain))
    if (isShared) throw new ApiError('passkey_domain_not_allowed')
    return changeTenant(ctx, { passkey_domain: domain }, 'PASSKEY_DOMAIN_CHANGED')
  })
  return present({ ...ctx, tenant: { ...ctx.tenant, passkeyDomain: domain } }, version)
}
