import { maskedUrl } from '@signet/rules/masked-urls'
import { sql } from 'kysely'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { noteRow, updateRow } from '../../../platform/db/row-sets.ts'
import { OutboundFailed, OutboundRefused } from '../../../platform/outbound.ts'
import { ReadingStopped } from '../../../platform/readers/reader-threads.ts'
import { readOnce } from '../../../platform/readers/reading.ts'
import type { ProviderDocument } from '../../../platform/saml/identity-provider.ts'
import { XmlFault } from '../../../platform/xml/xml-fault.ts'
import { expectSafeTarget } from '../../settings/http-connectors/index.ts'
import { changeVoucher, gained } from '../../settings/vouching/index.ts'
import { MetadataState, SamlDefinition, type SamlProvider, samlProviderOf } from './definition.ts'
import { findProvider, type ShownProvider } from './identity-providers.repository.ts'
import { subjectOf } from './life-cycle.ts'
import { confirmLinksAgain } from './linked-identities.repository.ts'
import { changing } from './published-providers.ts'
import { isGoodAddress, notedSaml } from './saml-providers.service.ts'

const longestDocument = 500_000

interface FetchedDocument {
  readonly text: string
  /** How long the server lets it be kept (RFC 9111, section 5.2.2.1); null where it does not say. */
  readonly maxAgeSeconds: number | null
}

const maxAgeOf = (header = ''): number | null => {
  const seconds = /(?:^|[\s,])max-age=(\d{1,9})/.exec(header)?.[1]
  return seconds === undefined ? null : Number(seconds)
}

/** @throws OutboundRefused, OutboundFailed, XmlFault for another answer than 200 */
const fetchDocument = async (ctx: Context, url: string): Promise<FetchedDocument> => {
  expectSafeTarget(ctx, new URL(url))
  const { status, headers, body } = await ctx.platform.outbound.fetch('http', url, {
    headers: { accept: 'application/samlmetadata+xml, application/xml;q=0.9' },
    maxRedirects: 0,
    timeoutMillis: 8000,
    maxBytes: longestDocument,
  })
  if (status !== 200) throw new XmlFault(`HTTP status ${status}`)
  return { text: body.toString('utf8'), maxAgeSeconds: maxAgeOf(headers['cache-control']) }
}

/* Metadata of SAML providers, read again from their URL: keys and endpoints follow the provider. */

const hour = 3_600_000
const day = 24 * hour
/** A key that the provider names no longer still counts: it may sign what is on its way. */
const overlapMillis = 7 * day
const mostKeys = 5

type Read = ProviderDocument & { readonly maxAgeSeconds: number | null }

/** As often as the provider says, once a day at least and once an hour at most. */
const nextAt = (now: Date, { cacheSeconds, maxAgeSeconds, metadata }: Read): Date => {
  const { expiresAt } = metadata
  const said = [cacheSeconds, maxAgeSeconds].flatMap((each) => (each === null ? [] : [each * 1000]))
  const left = expiresAt === null ? [] : [(new Date(expiresAt).getTime() - now.getTime()) / 2]
  return new Date(now.getTime() + Math.max(hour, Math.min(day, ...said, ...left)))
}

/** Why a document is not believed; null for one that is. */
const faultOf = ({ issuer }: SamlProvider, { metadata }: Read, now: Date): string | null => {
  const { entityId, expiresAt, signingCertificates } = metadata
  if (entityId !== issuer) return 'OTHER_ENTITY'
  if (expiresAt !== null && new Date(expiresAt) <= now) return 'EXPIRED'
  return signingCertificates.length === 0 ? 'NO_CERTIFICATE' : null
}

const read = async (ctx: Context, { metadataUrl, signingCertificates }: SamlProvider) => {
  try {
    const { text, maxAgeSeconds } = await fetchDocument(ctx, metadataUrl ?? '')
    const wanted = {
      kind: 'provider-document',
      metadata: text,
      known: signingCertificates,
    } as const
    return { ...(await readOnce<ProviderDocument>(ctx.tenant.id, wanted)), maxAgeSeconds }
  } catch (error) {
    if (error instanceof OutboundRefused || error instanceof OutboundFailed) return 'UNREACHABLE'
    if (error instanceof XmlFault || error instanceof ReadingStopped) return 'INVALID'
    throw error
  }
}

/** The keys that count from now on: those that are named, and former ones while they overlap. */
const keysAfter = (
  provider: SamlProvider,
  { metadata }: Read,
  { state, now }: { readonly state: MetadataState; readonly now: Date },
) => {
  const listed = metadata.signingCertificates
  const former = gained(listed, provider.signingCertificates)
    .map((certificate) => ({
      certificate,
      until:
        state.former.find((one) => one.certificate === certificate)?.until ??
        now.getTime() + overlapMillis,
    }))
    .filter(({ until }) => until > now.getTime())
  const all = [...listed, ...former.map(({ certificate }) => certificate)]
  return { former, signingCertificates: all.slice(0, mostKeys) }
}

type Keys = ReturnType<typeof keysAfter>

/** A service of the document, where browsers may be led to it; else as it was. */
const followed = (ctx: Context, now: string | null, before: string | null): string | null =>
  now !== null && isGoodAddress(ctx, now) ? now : before

const definitionAfter = (
  ctx: Context,
  before: SamlProvider,
  { metadata, signingCertificates }: Pick<Read, 'metadata'> & Pick<Keys, 'signingCertificates'>,
): SamlDefinition =>
  SamlDefinition.parse({
    ...before,
    signingCertificates,
    signInUrl: followed(ctx, metadata.signInUrl, before.signInUrl),
    logoutUrl: followed(ctx, metadata.logoutUrl, before.logoutUrl),
    logoutResponseUrl: followed(ctx, metadata.logoutResponseUrl, before.logoutResponseUrl),
  })

interface Following {
  readonly definition: SamlDefinition
  readonly columns: { readonly metadata_next_at: Date; readonly metadata_state: MetadataState }
  readonly isSignedByKnown: boolean
}

/** Writes what has changed; part of the transaction. */
const follow = async (ctx: Context, row: ShownProvider, following: Following): Promise<void> => {
  const { definition, columns, isSignedByKnown } = following
  const before = samlProviderOf(row)
  const hasNewKey = gained(before.signingCertificates, definition.signingCertificates).length > 0
  const isLedElsewhere = definition.signInUrl !== before.signInUrl
  changeVoucher(ctx, {
    subject: subjectOf(row),
    changed: [
      ...(hasNewKey ? ['signingCertificates'] : []),
      ...(isLedElsewhere ? ['signInUrl'] : []),
    ],
    users: row.users,
  })
  const to = {
    definition,
    updated_at: ctx.platform.clock.now(),
    ...columns,
  }
  await updateRow(ctx, 'identity_providers', { id: row.id, ...to })
  if (hasNewKey && !isSignedByKnown) await confirmLinksAgain(ctx, row.id)
  const after = await findProvider(ctx, row.id)
  audit(ctx, 'IDENTITY_PROVIDER_UPDATED', {
    subject: subjectOf(row),
    before: notedSaml(row),
    after: notedSaml(after ?? row),
    attributes: {
      metadata: before.metadataUrl && maskedUrl(before.metadataUrl),
      signedByKnownKey: isSignedByKnown,
    },
  })
}

const apply = async (ctx: Context, row: ShownProvider, found: Read): Promise<void> => {
  const now = ctx.platform.clock.now()
  const before = samlProviderOf(row)
  const state = MetadataState.parse(row.metadata_state ?? {})
  const { former, signingCertificates } = keysAfter(before, found, { state, now })
  const { metadata, isSignedByKnown } = found
  const definition = definitionAfter(ctx, before, { metadata, signingCertificates })
  const columns = {
    metadata_next_at: nextAt(now, found),
    metadata_state: { readAt: now.getTime(), fault: null, former },
  }
  const isSame = JSON.stringify(definition) === JSON.stringify(SamlDefinition.parse(before))
  // Beside the version: nothing of the provider changes.
  if (isSame) await noteRow(ctx, 'identity_providers', { id: row.id, ...columns })
  else await follow(ctx, row, { definition, columns, isSignedByKnown })
}

/** Reads the metadata of one provider again; what is not believed changes nothing but the state. */
const refreshProvider = async (ctx: Context, id: string): Promise<void> => {
  const row = await findProvider(ctx, id)
  if (row?.protocol !== 'saml' || samlProviderOf(row).metadataUrl === null) return
  const now = ctx.platform.clock.now()
  const found = await read(ctx, samlProviderOf(row))
  const fault = typeof found === 'string' ? found : faultOf(samlProviderOf(row), found, now)
  if (fault !== null || typeof found === 'string') {
    const state = { ...MetadataState.parse(row.metadata_state ?? {}), fault }
    const next = new Date(now.getTime() + hour)
    ctx.log.warn({ provider: id, fault }, 'metadata of an identity provider was not taken')
    const columns = { metadata_next_at: next, metadata_state: state }
    return noteRow(ctx, 'identity_providers', { id, ...columns })
  }
  await changing(ctx, async (ctx) => {
    const current = await findProvider(ctx, id)
    // Changed meanwhile: read again in a quarter of an hour.
    if (current !== undefined && current.version === row.version) await apply(ctx, current, found)
  })
}

const mostAtOnce = 20

/** Reads all metadata that is due, of every tenant. */
export const refreshMetadata = async (
  platform: Context['platform'],
  contextOf: (tenantId: string) => Promise<Context | null>,
): Promise<void> => {
  const { rows } = await sql<{ tenant_id: string; id: string }>`
    select tenant_id, id from identity_providers_claim(${platform.clock.now()}::timestamptz,
      ${mostAtOnce}::integer)`.execute(platform.database.system)
  for (const { tenant_id: tenantId, id } of rows) {
    try {
      const ctx = await contextOf(tenantId)
      if (ctx === null || ctx.tenant.locked) continue
      await platform.secrets.ready(tenantId)
      await refreshProvider(ctx, id)
    } catch (error) {
      // One tenant's trouble holds up no other.
      platform.log.warn({ err: error, tenantId }, 'metadata could not be read')
    }
  }
}
