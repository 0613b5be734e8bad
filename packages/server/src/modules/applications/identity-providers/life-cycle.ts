import { mostIdentityProviders } from '@signet/contract/applications/identity-providers'
import { foldName } from '@signet/rules/text'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { versioned } from '../../../kit/routes.ts'
import { unique } from '../../../kit/rows.ts'
import { insertRow, newIds, removeRow, updateRow } from '../../../platform/db/row-sets.ts'
import { expectGroups, groupsInSight } from '../../identity/groups/index.ts'
import { changeVoucher, isSuperAdministrator } from '../../settings/vouching/index.ts'
import { providerOf } from './definition.ts'
import { type Effect, expectEffectHeld, isNewEffect, writtenSubjects } from './effect.ts'
import { findProvider, listProviders, type ShownProvider } from './identity-providers.repository.ts'
import { confirmLinksAgain, removeLinksOfProvider } from './linked-identities.repository.ts'
import { changing } from './published-providers.ts'

/** What is wanted of a provider of any protocol. */
interface Wanted extends Effect {
  readonly name: string
  readonly domains: readonly string[]
  readonly trustedForAdministrators: boolean
}

/** What the protocols differ in. */
interface Protocol<W extends Wanted, Shown> {
  readonly protocol: 'oidc' | 'saml'
  readonly present: (ctx: Context, row: ShownProvider) => Shown
  /** As the audit log has it. */
  readonly noted: (row: ShownProvider) => Readonly<Record<string, unknown>>
  readonly issuerOf: (wanted: W) => string
  readonly definitionOf: (wanted: W) => object
  /** @throws ApiError for what cannot be, before anything is written */
  readonly expectUsable: (ctx: Context, wanted: W) => Promise<void>
  /** What is wanted, with what was sent back masked. @throws ApiError for a mask of nothing */
  readonly whole: (wanted: W, row: ShownProvider | null) => W
  /** Somebody else answers there from now on, or answers are read otherwise. */
  readonly isElsewhere: (row: ShownProvider, wanted: W) => boolean
  /** Fields by which another could answer for its users, or its word count for more. */
  readonly vouchingChanged: (row: ShownProvider, wanted: W) => readonly string[]
  /** It signs with a key that it did not have before. */
  readonly hasNewKey: (row: ShownProvider, wanted: W) => boolean
  /** Its metadata is read again from their URL. */
  readonly readsAgain: (wanted: W) => boolean
  /** The same is counted for a second factor as before. */
  readonly isTrustedAs: (row: ShownProvider, wanted: W) => boolean
  readonly secretOf: (
    ctx: Context,
    wanted: W,
    of: { readonly id: string; readonly before: ShownProvider | null },
  ) => Promise<Buffer | null>
}

export const subjectOf = ({ id, name }: Pick<ShownProvider, 'id' | 'name'>) =>
  ({ entity: 'IDENTITYPROVIDERS', id, name }) as const

/** They belong to the whole tenant, and make users of it. @throws access_denied */
const expectWholeTenant = (ctx: Context): void => {
  if (groupsInSight(ctx) !== 'ALL') throw new ApiError('access_denied')
}

/** @throws group_not_found, identity_provider_domain_taken */
const check = async (ctx: Context, wanted: Wanted, others: readonly ShownProvider[]) => {
  await expectGroups(ctx, [...new Set(wanted.groupMappings.map(({ groupId }) => groupId))])
  const taken = new Set(others.flatMap((row) => providerOf(row).domains))
  if (wanted.domains.some((domain) => taken.has(domain))) {
    throw new ApiError('identity_provider_domain_taken')
  }
}

const namedAlone = unique({
  identity_providers_tenant_id_name_key_key: 'identity_provider_exists',
})

type Row = ShownProvider

const columnsOf = <W extends Wanted, S>(kind: Protocol<W, S>, ctx: Context, wanted: W) => ({
  name: wanted.name,
  name_key: foldName(wanted.name),
  issuer: kind.issuerOf(wanted),
  enabled: wanted.enabled,
  definition: kind.definitionOf(wanted),
  updated_at: ctx.platform.clock.now(),
  metadata_next_at: kind.readsAgain(wanted) ? ctx.platform.clock.now() : null,
})

/** @throws identity_provider_not_found also for one of another protocol */
const found = async (ctx: Context, protocol: Row['protocol'], id: string): Promise<Row> => {
  const row = await findProvider(ctx, id)
  if (row?.protocol !== protocol) throw new ApiError('identity_provider_not_found')
  return row
}

/** It vouches from now on for who users are at applications. @throws rights_not_held */
const changeSubjects = async (ctx: Context, row: Row, before: Row | null): Promise<void> => {
  const wanted = providerOf(row)
  if (!isNewEffect(wanted, before === null ? null : providerOf(before))) return
  const changed = await writtenSubjects(ctx, wanted)
  changeVoucher(ctx, { subject: subjectOf(row), changed, users: null })
}

interface Putting<W> {
  readonly wanted: W
  readonly before: Row | null
}

/** Whoever vouches for administrators could be any of them. @throws rights_not_held */
const expectTrustGiven = <W extends Wanted, S>(
  kind: Protocol<W, S>,
  ctx: Context,
  { wanted, before }: Putting<W>,
): void => {
  if (!wanted.trustedForAdministrators) return
  const isAs =
    before !== null &&
    !kind.isElsewhere(before, wanted) &&
    providerOf(before).trustedForAdministrators &&
    kind.isTrustedAs(before, wanted)
  if (!isAs && !isSuperAdministrator(ctx)) throw new ApiError('rights_not_held')
}

const shown = <W extends Wanted, S extends object>(kind: Protocol<W, S>, ctx: Context, row: Row) =>
  versioned(kind.present(ctx, row), row.version)

const prepare = async <W extends Wanted, S>(kind: Protocol<W, S>, ctx: Context, wanted: W) => {
  expectWholeTenant(ctx)
  await kind.expectUsable(ctx, wanted)
  await ctx.platform.secrets.ready(ctx.tenant.id)
}

const add = async <W extends Wanted, S extends object>(
  kind: Protocol<W, S>,
  ctx: Context,
  given: W,
) => {
  const wanted = kind.whole(given, null)
  const others = await listProviders(ctx)
  if (others.length >= mostIdentityProviders) throw new ApiError('identity_provider_limit_reached')
  expectTrustGiven(kind, ctx, { wanted, before: null })
  expectEffectHeld(ctx, wanted, null)
  await check(ctx, wanted, others)
  const { protocol } = kind
  const ids = newIds(ctx)
  const sealed_secret = await kind.secretOf(ctx, wanted, { id: ids.id, before: null })
  const made = { ...ids, ...columnsOf(kind, ctx, wanted), protocol, sealed_secret }
  await insertRow(ctx, 'identity_providers', made)
  const row = await found(ctx, protocol, ids.id)
  await changeSubjects(ctx, row, null)
  audit(ctx, 'IDENTITY_PROVIDER_CREATED', { subject: subjectOf(row), after: kind.noted(row) })
  return shown(kind, ctx, row)
}

const put = async <W extends Wanted, S extends object>(
  kind: Protocol<W, S>,
  ctx: Context,
  { id, given }: { readonly id: string; readonly given: W },
) => {
  const before = await found(ctx, kind.protocol, id)
  expectVersion(ctx, before.version)
  const wanted = kind.whole(given, before)
  expectTrustGiven(kind, ctx, { wanted, before })
  expectEffectHeld(ctx, wanted, kind.isElsewhere(before, wanted) ? null : providerOf(before))
  await check(
    ctx,
    wanted,
    (await listProviders(ctx)).filter((other) => other.id !== id),
  )
  changeVoucher(ctx, {
    subject: subjectOf(before),
    changed: kind.vouchingChanged(before, wanted),
    users: before.users,
  })
  const sealed_secret = await kind.secretOf(ctx, wanted, { id, before })
  const to = { ...columnsOf(kind, ctx, wanted), sealed_secret }
  await updateRow(ctx, 'identity_providers', { id, ...to })
  const unlinked = kind.isElsewhere(before, wanted) ? await removeLinksOfProvider(ctx, id) : 0
  if (kind.hasNewKey(before, wanted)) await confirmLinksAgain(ctx, id)
  const row = await found(ctx, kind.protocol, id)
  await changeSubjects(ctx, row, before)
  audit(ctx, 'IDENTITY_PROVIDER_UPDATED', {
    subject: subjectOf(row),
    before: kind.noted(before),
    after: kind.noted(row),
    ...(unlinked === 0 ? {} : { attributes: { unlinked } }),
  })
  return shown(kind, ctx, row)
}

const drop = <W extends Wanted, S>(
  kind: Protocol<W, S>,
  ctx: Context,
  id: string,
): Promise<undefined> => {
  expectWholeTenant(ctx)
  return changing(ctx, async (ctx) => {
    const row = await found(ctx, kind.protocol, id)
    expectVersion(ctx, row.version)
    await removeRow(ctx, 'identity_providers', id)
    audit(ctx, 'IDENTITY_PROVIDER_DELETED', {
      subject: subjectOf(row),
      before: kind.noted(row),
      attributes: { users: row.users },
    })
    return undefined
  })
}

/** Adding, reading, changing and deleting providers of one protocol. */
export const lifeCycleOf = <W extends Wanted, S extends object>(kind: Protocol<W, S>) => ({
  list: async (ctx: Context): Promise<S[]> =>
    (await listProviders(ctx))
      .filter(({ protocol }) => protocol === kind.protocol)
      .map((row) => kind.present(ctx, row)),

  /** @throws identity_provider_not_found */
  read: async (ctx: Context, id: string) => shown(kind, ctx, await found(ctx, kind.protocol, id)),

  /**
   * @throws identity_provider_exists, identity_provider_limit_reached,
   *   identity_provider_domain_taken, group_not_found, rights_not_held, what `expectUsable` throws
   */
  create: async (ctx: Context, wanted: W) => {
    await prepare(kind, ctx, wanted)
    return namedAlone(() => changing(ctx, (ctx) => add(kind, ctx, wanted)))
  },

  /** @throws as `create`, and identity_provider_not_found, precondition_failed */
  change: async (ctx: Context, id: string, wanted: W) => {
    await prepare(kind, ctx, wanted)
    return namedAlone(() => changing(ctx, (ctx) => put(kind, ctx, { id, given: wanted })))
  },

  /** @throws identity_provider_not_found, precondition_failed */
  remove: (ctx: Context, id: string): Promise<undefined> => drop(kind, ctx, id),
})
