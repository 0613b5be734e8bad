import { sql } from 'kysely'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { insertRows } from '../../../platform/db/row-sets.ts'
import {
  type ImportedToken,
  leastSecretBytes,
  mostSecretBytes,
  shortSecretBytes,
} from '../../../platform/readers/key-files/imported-tokens.ts'
import { expectGroups, groupsInSight } from '../../identity/groups/index.ts'
import { settings } from '../../settings/families/index.ts'
import { tokens as kept } from '../tokens/index.ts'

/** Sealed and written at a time. */
const batch = 500

/** As it lies in the inventory; its first code is one after the newest accepted. */
const rowOf = async (ctx: Context, token: ImportedToken) => {
  const id = ctx.platform.ids.uuid()
  const { tenant } = ctx
  const sealed = await ctx.platform.secrets.seal(tenant.id, kept.secretPurpose(id), token.secret)
  const pin = await kept.storedPin(ctx, { id, ocra_suite: token.suite }, token.pin)
  return {
    tenant_id: tenant.id,
    id,
    serial: token.serial,
    type: 'OATH_PHYSICAL_TOKEN',
    algorithm_type: token.algorithmType,
    ocra_suite: token.suite,
    state: 'UNASSIGNED',
    algorithm: token.hash,
    digits: token.digits,
    period_seconds: token.periodSeconds,
    sealed_secret: sealed,
    pin_hmac: pin.pin_hmac,
    sealed_pin: pin.sealed_pin,
    last_step: token.algorithmType === 'OATH_TOTP' ? 0 : token.counter - 1,
    manufacturer: token.manufacturer,
    model: token.model,
    user_id: null,
    label: null,
    enrolled_in: null,
    created_at: ctx.platform.clock.now(),
    activated_at: null,
    last_used_at: null,
  } as const
}

interface Link {
  readonly token: string
  readonly group: string
}

const insertGroups = async (ctx: Context, links: readonly Link[]): Promise<void> => {
  if (links.length === 0) return
  await sql`
    insert into token_groups (tenant_id, token_id, group_id)
    select ${ctx.tenant.id}::uuid, unnest(${links.map(({ token }) => token)}::uuid[]),
      unnest(${links.map(({ group }) => group)}::uuid[])`.execute(ctx.db)
}

interface Stock {
  readonly token: ImportedToken
  /** Groups whose members it is for; none: anybody. */
  readonly groups: readonly string[]
}

/** Puts tokens into the inventory, each with its event; in a transaction. The ids, in their order. */
export const insertStock = async (
  ctx: Context,
  wanted: readonly Stock[],
): Promise<readonly string[]> => {
  const ids: string[] = []
  for (let from = 0; from < wanted.length; from += batch) {
    const some = wanted.slice(from, from + batch)
    const rows = await Promise.all(some.map(({ token }) => rowOf(ctx, token)))
    await insertRows(ctx, 'tokens', rows)
    const linksOf = ({ id: token }: { readonly id: string }, at: number): readonly Link[] =>
      [...new Set(some[at]?.groups)].map((group) => ({ token, group }))
    await insertGroups(ctx, rows.flatMap(linksOf))
    for (const { id, serial } of rows) {
      ids.push(id)
      audit(ctx, 'TOKEN_CREATED', { subject: { entity: 'TOKENS', id, name: serial } })
    }
  }
  return ids
}

/** How many bytes a secret of a file has at least: what the tenant allows. */
export const leastSecretOf = async (ctx: Context): Promise<number> => {
  const { shortSecrets } = await settings.hardwareOath(ctx)
  return shortSecrets ? shortSecretBytes : leastSecretBytes
}

export const isWeak = ({ secret }: Pick<ImportedToken, 'secret'>, least: number): boolean =>
  secret.length < least || secret.length > mostSecretBytes

/** Stock that is for nobody in particular is for those who see everybody. @throws rights_not_held */
export const expectStockRights = async (ctx: Context, groups: readonly string[]): Promise<void> => {
  if (groupsInSight(ctx) !== 'ALL' && groups.length === 0) throw new ApiError('rights_not_held')
  await expectGroups(ctx, groups)
}
