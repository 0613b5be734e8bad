import { abort } from '@signet/rules/abort'
import { areUnique } from '@signet/rules/lists'
import {
  rolloutStates,
  rolloutStopReasons,
  rolloutTenantStates,
} from '@signet/rules/settings-rollouts'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, Uuid } from '../kit/schemas.ts'
import { TemplateValues } from './settings-template-values.ts'
import { ofTemplates, path as templates } from './settings-templates.ts'

/** Rollouts of a template that are listed. */
export const mostRollouts = 100

export const NewSettingsRollout = z
  .object({
    /** They get the settings first. */
    canaryTenantIds: z.array(Uuid).min(1).max(50, abort).refine(areUnique, 'names a tenant twice'),
    /** How long their sign-ins are watched before the other tenants follow. */
    watchMinutes: z.int().min(1).max(10_080).default(60),
    /** Whether what tenants changed themselves is replaced. */
    overwrite: z.boolean().default(false),
    /** The rollout stops when the share of failed sign-ins rises by more percentage points than this … */
    risePoints: z.int().min(1).max(100).default(5),
    /** … and by more than this percentage of the share before. */
    risePercent: z.int().min(0).max(1000).default(50),
  })
  .strict()
  .meta({ id: 'NewSettingsRollout' })

const Counts = z.object({ failed: z.int(), all: z.int() }).meta({ id: 'WatchedSignIns' })

export const SettingsRollout = z
  .object({
    id: Uuid,
    templateId: Uuid,
    state: z.enum(rolloutStates),
    /** Why it stopped; null while it has not. */
    stopReason: z.enum(rolloutStopReasons).nullable(),
    watchMinutes: z.int(),
    overwrite: z.boolean(),
    risePoints: z.int(),
    risePercent: z.int(),
    startedBy: z.string(),
    createdAt: Instant,
    /** When the watch time of the canary tenants ends; null before it begins. */
    watchUntil: Instant.nullable(),
    endedAt: Instant.nullable(),
    /** How many tenants are in each state. */
    tenants: z.record(z.enum(rolloutTenantStates), z.int()),
  })
  .meta({ id: 'SettingsRollout' })

const RolloutTenant = z
  .object({
    tenantId: Uuid,
    companyName: z.string(),
    canary: z.boolean(),
    state: z.enum(rolloutTenantStates),
    /** The error of a tenant that failed. */
    errorCode: z.string().nullable(),
    /** How many fields were written. */
    fields: z.int(),
    changedAt: Instant.nullable(),
  })
  .meta({ id: 'SettingsRolloutTenant' })

export const SettingsRolloutDetails = SettingsRollout.extend({
  /** What is rolled out: the template as it was when the rollout started. */
  values: TemplateValues,
  /** Sign-ins of the canary tenants before and since; null before they are watched. */
  watched: z.object({ before: Counts, after: Counts }).nullable(),
  /** Canary tenants first. */
  progress: z.array(RolloutTenant),
}).meta({ id: 'SettingsRolloutDetails' })

const { view, add, edit } = callsOn('TENANTS', ofTemplates)
const ofTemplate = { path: `${templates}/:id/rollouts`, params: IdParams } as const
const path = '/api/web/v1/serviceprovider/settingsrollouts/:id'

export const listSettingsRollouts = endpoint({
  ...view,
  ...ofTemplate,
  answer: z.array(SettingsRollout),
  errors: ['not_found'],
  summary: 'List the rollouts of a settings template, the newest first',
  description: 'At most 100.',
})

export const startSettingsRollout = endpoint({
  ...add,
  ...ofTemplate,
  body: NewSettingsRollout,
  answer: SettingsRolloutDetails,
  sensitive: true,
  errors: ['not_found', 'settings_rollout_invalid_state'],
  audit: 'SETTINGS_ROLLED_OUT',
  location: path,
  summary: 'Roll out a settings template to its tenants',
  description:
    'Canary tenants get the settings first. When their sign-ins do not fail more often during the watch time, the other tenants follow. Super administrators of each tenant that is changed are notified by email once. A template has one open rollout at a time.',
})

export const readSettingsRollout = endpoint({
  ...view,
  path,
  params: IdParams,
  answer: SettingsRolloutDetails,
  errors: ['not_found'],
  summary: 'Get a rollout, with its progress',
})

const act = {
  ...edit,
  params: IdParams,
  answer: SettingsRolloutDetails,
  sensitive: true,
  versioned: false,
  errors: ['not_found', 'settings_rollout_invalid_state'],
} as const

export const stopSettingsRollout = endpoint({
  ...act,
  path: `${path}/stop`,
  audit: 'SETTINGS_ROLLOUT_STOPPED',
  summary: 'Stop a rollout',
  description: 'Tenants that have the settings keep them. It can be resumed or rolled back.',
})

export const resumeSettingsRollout = endpoint({
  ...act,
  path: `${path}/resume`,
  audit: 'SETTINGS_ROLLOUT_RESUMED',
  summary: 'Resume a rollout that stopped',
  description:
    'It continues in the stage in which it stopped; after a rise of failed sign-ins with the other tenants.',
})

export const rollBackSettingsRollout = endpoint({
  ...act,
  path: `${path}/rollback`,
  audit: 'SETTINGS_ROLLED_BACK',
  summary: 'Roll back a rollout that stopped or is done',
  description:
    'Every field that the rollout wrote gets the value that it had before, unless the tenant has changed it since. Only the last rollout of a template can be rolled back.',
})
