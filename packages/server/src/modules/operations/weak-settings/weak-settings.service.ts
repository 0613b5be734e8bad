import { type WeakField, weakFields } from '@signet/contract/kit/weaker'
import type { WeakerFamily } from '@signet/contract/kit/weaker-family'
import type { WeakSetting, WeakSettingKind } from '@signet/contract/operations/weak-settings'
import { type WeakerObjectKind, weakerObjects } from '@signet/contract/operations/weaker-objects'
import { policyParts } from '@signet/contract/settings/policy-parts'
import { weakerFamily } from '@signet/contract/settings/weaker-families'
import { maskedUrl } from '@signet/rules/masked-urls'
import type { Need } from '@signet/rules/permissions'
import type { z } from 'zod'
import { type Context, mayDo } from '../../../kit/context.ts'
import { groupsInSight } from '../../identity/groups/index.ts'
import {
  listSettings,
  listStored,
  type Place,
  type StoredObject,
} from './weak-settings.repository.ts'

type Wire = z.input<typeof WeakSetting>
type Values = Readonly<Record<string, unknown>>

/** The permission by which each kind is looked at elsewhere. */
const needs: Readonly<Record<WeakSettingKind, Need>> = {
  SETTINGS: ['SETTINGS', 'VIEW'],
  GROUP_POLICY: ['SETTINGS', 'VIEW'],
  OIDC_APPLICATION: ['APPLICATIONS', 'VIEW'],
  SAML_APPLICATION: ['APPLICATIONS', 'VIEW'],
  RADIUS_APPLICATION: ['APPLICATIONS', 'VIEW'],
  API_APPLICATION: ['APPLICATIONS', 'VIEW'],
  SYSLOG_APPLICATION: ['APPLICATIONS', 'VIEW'],
  RESOURCE_API: ['RESOURCESERVERAPIS', 'VIEW'],
  OIDC_IDENTITY_PROVIDER: ['IDENTITYPROVIDERS', 'VIEW'],
  SAML_IDENTITY_PROVIDER: ['IDENTITYPROVIDERS', 'VIEW'],
  AUTHENTICATION_FLOW: ['CONTEXTRULES', 'VIEW'],
  EXTERNAL_DATABASE: ['ISSUANCE', 'VIEW'],
  WEBHOOK: ['WEBHOOKS', 'VIEW'],
  RESOURCE_RULE: ['CONTEXTRULES', 'VIEW'],
  RISK_ENGINE: ['SETTINGS', 'VIEW'],
}

const isKind = (name: string): name is WeakSettingKind => Object.hasOwn(needs, name)
const isObjectKind = (name: string): name is WeakerObjectKind => Object.hasOwn(weakerObjects, name)

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The defaults of a family; where they leave it to the installation, as that has it. */
const usualOf = ({ platform }: Context, { name, usual }: WeakerFamily): Values => {
  if (name !== 'general') return usual
  const { sessionIdleMillis, sessionAbsoluteMillis } = platform.config
  return { ...usual, sessionIdleMillis, sessionAbsoluteMillis }
}

interface Found extends WeakField {
  readonly family: string | null
  readonly path: string
}

const inFamily = (ctx: Context, name: string, values: Values): readonly Found[] => {
  const family = weakerFamily(name)
  if (family === undefined) return []
  return weakFields(family.fields, values, usualOf(ctx, family)).map((weak) => ({
    ...weak,
    family: name,
    path: weak.field,
  }))
}

const inPolicy = (ctx: Context, parts: Values): readonly Found[] =>
  Object.entries(policyParts).flatMap(([name, { family }]) => {
    const values = parts[name]
    if (!isValues(values)) return []
    const prefix = `settings.${name}`
    return inFamily(ctx, family, values).map((weak) => ({
      ...weak,
      path: `${prefix}.${weak.path}`,
    }))
  })

const inObject = (kind: string, values: Values): readonly Found[] => {
  if (!isObjectKind(kind)) return []
  const { fields, usual } = weakerObjects[kind]
  return weakFields(fields, values, usual(values)).map((weak) => ({
    ...weak,
    family: null,
    path: weak.field,
  }))
}

const weakIn = (ctx: Context, { kind, id, values }: StoredObject): readonly Found[] => {
  if (kind === 'SETTINGS') return inFamily(ctx, id, values)
  return kind === 'GROUP_POLICY' ? inPolicy(ctx, values) : inObject(kind, values)
}

const isSeen = (ctx: Context, kind: WeakSettingKind): boolean =>
  (ctx.actor.kind === 'system' || mayDo(ctx, needs[kind])) &&
  (kind !== 'GROUP_POLICY' || groupsInSight(ctx) === 'ALL')

interface Row {
  readonly wire: Omit<Wire, 'since' | 'changedBy'>
  readonly place: Place
}

const rowsOf = (ctx: Context, stored: StoredObject): readonly Row[] => {
  const { kind, id, name, entity_id: entityId } = stored
  if (!isKind(kind) || !isSeen(ctx, kind)) return []
  const { applicationType } = stored.values
  const isSetting = kind === 'SETTINGS'
  return weakIn(ctx, stored).map(({ family, field, path, lowers, value, usual }) => ({
    wire: {
      id: [kind, id, path].join(':'),
      kind,
      objectId: isSetting ? null : id,
      objectName: isSetting ? null : name,
      objectType: typeof applicationType === 'string' ? applicationType : null,
      family,
      field,
      value: field === 'metadataUrl' && typeof value === 'string' ? maskedUrl(value) : value,
      default: usual,
      lowers,
    },
    place: { entityId, path },
  }))
}

/** What the tenant has set weaker than the default. The audit log says since when and by whom. */
export const list = async (ctx: Context): Promise<Wire[]> => {
  const rows = (await listStored(ctx)).flatMap((stored) => rowsOf(ctx, stored))
  // Who administers what is none of an administrator's who is limited to groups.
  const isWhole = groupsInSight(ctx) === 'ALL'
  const set = isWhole
    ? await listSettings(
        ctx,
        rows.map(({ place }) => place),
      )
    : []
  return rows.map(({ wire }, at) => ({
    ...wire,
    since: set[at]?.occurred_at ?? null,
    changedBy: set[at]?.actor_name ?? null,
  }))
}
