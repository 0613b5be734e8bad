import { mostHostNames, type TenantHostChange } from '@signet/contract/provider/tenants'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import {
  changeTenant,
  type StoredTenant,
  takeHost,
  tenantDomains,
} from '../../tenancy/tenants/index.ts'
import { urlBelow } from '../subscribers/index.ts'
import { inTenantBelow, noteBelow } from './below.ts'
import { settleHosts } from './tenants.repository.ts'
import { expectKept, read } from './tenants.service.ts'

type Wanted = z.output<typeof TenantHostChange>

/** Passkeys of a domain work below it only. @throws invalid_parameters */
const expectInPasskeyDomain = ({ passkey_domain: domain }: StoredTenant, host: string): void => {
  if (domain === null || host === domain || host.endsWith(`.${domain}`)) return
  const message = `is outside ${domain}, the domain of this tenant's passkeys`
  throw new ApiError('invalid_parameters', { fields: [{ path: 'body.hostname', message }] })
}

/** @throws subscriber_exists when it is another tenant's, or in the domain of its passkeys */
const claim = async (account: Context, host: string): Promise<void> => {
  if (await tenantDomains.isForeign(account.db, host)) throw new ApiError('subscriber_exists')
  const place = { tenantId: account.tenant.id, host, current: false }
  if (!(await takeHost(account.db, place))) throw new ApiError('subscriber_exists')
}

/** All names afterwards, the present one first. @throws limit_reached */
const namesAfter = (owned: readonly string[], { hostname, aliases = [...owned] }: Wanted) => {
  const names = [...new Set([hostname, ...aliases])]
  if (names.length > mostHostNames) {
    throw new ApiError('limit_reached', { parameters: { most: mostHostNames } })
  }
  return names
}

/** A host that the tenant has already stays free to it, also one that the operator gave. */
const urlAt = (ctx: Context, owned: readonly string[], hostname: string): string => {
  if (!owned.includes(hostname)) return urlBelow(ctx, hostname, 'body.hostname')
  const url = new URL(ctx.tenant.publicUrl)
  url.hostname = hostname
  return url.origin
}

/**
 * Gives a tenant below this provider other host names. Names that it has already are free to keep;
 * others are one name below the provider's.
 * @throws not_found, subscriber_exists, invalid_parameters, limit_reached, precondition_failed,
 * tenant_in_deletion
 */
export const changeHost = (ctx: Context, id: string, wanted: Wanted) =>
  ctx.transaction(async (ctx) => {
    const { hostname } = wanted
    const changed = await inTenantBelow(ctx, id, async (account, row) => {
      expectKept(row)
      const owned = await tenantDomains.hosts(ctx.db, id)
      const names = namesAfter(owned, wanted)
      const taken = names.filter((name) => !owned.includes(name))
      const publicUrl =
        new URL(row.public_url).hostname === hostname ? row.public_url : urlAt(ctx, owned, hostname)
      for (const alias of taken) urlBelow(ctx, alias, 'body.aliases')
      expectInPasskeyDomain(row, hostname)
      for (const name of taken) await claim(account, name)
      await changeTenant(account, { public_url: publicUrl }, 'SUBSCRIBER_URL_CHANGED')
      const dropped = owned.filter((name) => !names.includes(name))
      await settleHosts(account, { current: hostname, dropped })
      return { row, publicUrl, owned, names }
    })
    const { row, publicUrl, owned, names } = changed
    noteBelow(ctx, 'SUBSCRIBER_URL_CHANGED', {
      row,
      before: { publicUrl: row.public_url, hosts: owned },
      after: { publicUrl, hosts: names },
    })
    return read(ctx, id)
  })
