import type {
  SamlApplication,
  SamlApplicationChange,
} from '@signet/contract/applications/saml-applications'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { versioned } from '../../../kit/routes.ts'
import { foundOr, unique } from '../../../kit/rows.ts'
import { insertRow, newIds, removeRow } from '../../../platform/db/row-sets.ts'
import type { SamlSettings } from '../../../platform/db/schema/saml.ts'
import { samlKeys } from '../saml-keys/index.ts'
import { placeInEntity, settleEntity } from './entity-ids.ts'
import * as repository from './saml-applications.repository.ts'
import { checkSettings, settingsOf } from './saml-settings.ts'

type Stored = repository.StoredSamlApplication
type Wire = z.input<typeof SamlApplication>
type Wanted = z.output<typeof SamlApplicationChange>

const present = ({ settings, ...row }: Stored): Wire => ({
  id: row.id,
  name: row.name,
  description: row.description,
  enabled: row.enabled,
  logoUri: row.logo_uri,
  entityId: row.entity_id,
  entityDefault: row.entity_default,
  ...settings,
  allowedNameIdFormats: [...settings.allowedNameIdFormats],
  assertionConsumers: [...settings.assertionConsumers],
  attributes: [...settings.attributes],
  signingCertificates: [...settings.signingCertificates],
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const subjectOf = (row: Stored) => ({ entity: 'APPLICATIONS', id: row.id, name: row.name })

const shown = (row: Stored): Record<string, unknown> => {
  const { createdAt: _created, updatedAt: _updated, ...fields } = present(row)
  return fields
}

const orNotFound = foundOr('not_found')
const found = async (ctx: Context, id: string): Promise<Stored> =>
  orNotFound(await repository.find(ctx, id))

const refusingDuplicates = unique({
  saml_applications_name: 'application_exists',
  saml_applications_entity: 'entity_id_exists',
})

export const listAll = async (ctx: Context): Promise<Wire[]> =>
  (await repository.list(ctx)).map(present)

export const read = async (ctx: Context, id: string) => {
  const row = await found(ctx, id)
  return versioned(present(row), row.version)
}

const columnsOf = (wanted: Wanted, settings: SamlSettings) => ({
  name: wanted.name,
  name_key: foldName(wanted.name),
  entity_id: wanted.entityId,
  settings,
})

const placed = (wanted: Wanted, settings: SamlSettings, id: string | null) => ({
  id,
  settings,
  entity_id: wanted.entityId,
  wantsDefault: wanted.entityDefault,
})

/** @throws application_exists, entity_id_exists and what `checkSettings` throws */
export const create = async (ctx: Context, wanted: Wanted): Promise<Wire> => {
  const settings = settingsOf(wanted, null)
  await checkSettings(ctx, settings, null)
  const made = await refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      const entity_default = await placeInEntity(ctx, placed(wanted, settings, null))
      const ids = newIds(ctx)
      const row = await insertRow(ctx, 'saml_applications', {
        ...ids,
        ...columnsOf(wanted, settings),
        entity_default,
        description: wanted.description ?? '',
        enabled: wanted.enabled ?? true,
        logo_uri: wanted.logoUri ?? null,
        updated_at: ids.created_at,
      })
      audit(ctx, 'APPLICATION_CREATED', { subject: subjectOf(row), after: shown(row) })
      return present(row)
    }),
  )
  // There before the application asks for it; what is refused makes none.
  await samlKeys(ctx)
  return made
}

const changed = (ctx: Context, id: string, wanted: Wanted) =>
  ctx.transaction(async (ctx) => {
    const before = await found(ctx, id)
    expectVersion(ctx, before.version)
    const settings = settingsOf(wanted, before.settings)
    await checkSettings(ctx, settings, before.settings)
    const entity_default = await placeInEntity(ctx, placed(wanted, settings, id))
    const after = await repository.update(ctx, {
      id,
      version: before.version,
      set: {
        ...columnsOf(wanted, settings),
        settings: JSON.stringify(settings),
        entity_default,
        description: wanted.description ?? before.description,
        enabled: wanted.enabled ?? before.enabled,
        logo_uri: wanted.logoUri === undefined ? before.logo_uri : wanted.logoUri,
        updated_at: ctx.platform.clock.now(),
      },
    })
    if (after === undefined) throw new ApiError('precondition_failed')
    if (before.entity_default) await settleEntity(ctx, before.entity_id, id)
    audit(ctx, 'APPLICATION_UPDATED', {
      subject: subjectOf(after),
      before: shown(before),
      after: shown(after),
    })
    return versioned(present(after), after.version)
  })

export const change = (ctx: Context, id: string, wanted: Wanted) =>
  refusingDuplicates(() => changed(ctx, id, wanted))

export const remove = (ctx: Context, id: string): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const row = await found(ctx, id)
    expectVersion(ctx, row.version)
    await removeRow(ctx, 'saml_applications', id)
    if (row.entity_default) await settleEntity(ctx, row.entity_id, id)
    audit(ctx, 'APPLICATION_DELETED', { subject: subjectOf(row), before: shown(row) })
    return undefined
  })
