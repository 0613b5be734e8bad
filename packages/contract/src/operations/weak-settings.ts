import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Instant } from '../kit/schemas.ts'
import { lowerings } from '../kit/weaker.ts'

/** Where a weak setting stands: among the settings, in a group policy, or in something set up. */
export const weakSettingKinds = [
  'SETTINGS',
  'GROUP_POLICY',
  'OIDC_APPLICATION',
  'SAML_APPLICATION',
  'RADIUS_APPLICATION',
  'API_APPLICATION',
  'SYSLOG_APPLICATION',
  'RESOURCE_API',
  'OIDC_IDENTITY_PROVIDER',
  'SAML_IDENTITY_PROVIDER',
  'AUTHENTICATION_FLOW',
  'EXTERNAL_DATABASE',
  'WEBHOOK',
  'RESOURCE_RULE',
  'RISK_ENGINE',
] as const
export type WeakSettingKind = (typeof weakSettingKinds)[number]

export const WeakSetting = z
  .object({
    /** Names the row: the object, the family and the field. */
    id: z.string(),
    kind: z.enum(weakSettingKinds),
    /** The application, provider, policy or flow; null for the settings of the tenant. */
    objectId: z.string().nullable(),
    objectName: z.string().nullable(),
    /** Which type of application it is, where its kind has several. */
    objectType: z.string().nullable(),
    /** The family of settings, for settings and group policies. */
    family: z.string().nullable(),
    field: z.string(),
    /** The value that is weaker, and the default. */
    value: z.unknown(),
    default: z.unknown(),
    /** What it makes easier for an attacker. */
    lowers: z.enum(lowerings),
    /** When the value was set, by the audit log; null where the log no longer says. */
    since: Instant.nullable(),
    /** Who set it. */
    changedBy: z.string().nullable(),
  })
  .meta({ id: 'WeakSetting' })

export const listWeakSettings = endpoint({
  method: 'GET',
  path: '/api/web/v1/settings/weak',
  actor: 'admin',
  needs: ['SETTINGS', 'VIEW'],
  limit: 'search',
  answer: z.array(WeakSetting),
  errors: [],
  audit: null,
  summary: 'Settings that are weaker than the default',
  description:
    'Every switch, limit and choice of the tenant that lowers the default: in the settings, group policies, applications, identity providers, authentication flows, resource rules, risk engines, webhooks and external databases. `lowers` says what it makes easier: guessing (GUESSING), longer use of something stolen (LONGER_USE), signing in without a strong second factor (SECOND_FACTOR), trust in unproven statements (TRUST), interception or forgery (INTERCEPTION), access for more people or programs (OPEN), or attacks that go unnoticed (UNNOTICED). Kinds that the caller may not view are left out; `since` and `changedBy` are for administrators of all groups.',
})
