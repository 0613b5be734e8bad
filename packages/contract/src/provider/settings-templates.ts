import { abort } from '@signet/rules/abort'
import { plannedFieldStates, refusedFieldReasons } from '@signet/rules/settings-rollouts'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, Line, PageRequest, pageOf, Uuid } from '../kit/schemas.ts'
import { TemplateValues, weakTemplateFields } from './settings-template-values.ts'

export const mostTemplates = 200
/** Tenants of one template. */
export const mostAssigned = 1000

export const SettingsTemplateChange = z
  .object({
    name: Line(100),
    description: z.string().trim().max(500, abort).default(''),
    /** The template whose values hold where this one has none. */
    parentId: Uuid.nullable().default(null),
    values: TemplateValues,
  })
  .strict()
  .superRefine(({ values }, ctx) => {
    for (const { family, field } of weakTemplateFields(values)) {
      ctx.addIssue({
        code: 'custom',
        path: ['values', family, field],
        message: 'is weaker than the default, and cannot be part of a template',
      })
    }
  })
  .meta({ id: 'SettingsTemplateChange' })

export const SettingsTemplate = z
  .object({
    id: Uuid,
    name: z.string(),
    description: z.string(),
    parentId: Uuid.nullable(),
    /** The template's own values. */
    values: TemplateValues,
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'SettingsTemplate' })

export const SettingsTemplateDetails = SettingsTemplate.extend({
  /** With the values of the templates above it: what tenants get. */
  effectiveValues: TemplateValues,
}).meta({ id: 'SettingsTemplateDetails' })

export const SettingsTemplatePageRequest = PageRequest.extend({
  /** Part of the name. */
  search: z.string().trim().min(1).max(100, abort).optional(),
}).meta({ id: 'SettingsTemplatePageRequest' })

export const TemplateAssignment = z
  .object({
    tenantId: Uuid,
    companyName: z.string(),
    assignedAt: Instant,
    /** The last rollout to this tenant; null before the first. */
    rolledOutAt: Instant.nullable(),
  })
  .meta({ id: 'SettingsTemplateAssignment' })

const Value = z.union([z.boolean(), z.number(), z.string()]).nullable()

const PlannedField = z
  .object({
    family: z.string(),
    field: z.string(),
    before: Value,
    after: Value,
    /** `OVERRIDDEN`: changed in the tenant since the last rollout, and kept. */
    state: z.enum(plannedFieldStates),
    /** `WEAKER` than the tenant has it now; `INVALID` together with its other settings. */
    reason: z.enum(refusedFieldReasons).nullable(),
  })
  .meta({ id: 'PlannedSettingsField' })

export const TenantPlan = z
  .object({ tenantId: Uuid, companyName: z.string(), fields: z.array(PlannedField) })
  .meta({ id: 'SettingsTenantPlan' })

const DriftingField = z
  .object({
    family: z.string(),
    field: z.string(),
    value: Value,
    templateValue: Value,
    /** Changed in the tenant itself; otherwise the template changed, or was not rolled out yet. */
    overridden: z.boolean(),
    /** When this family of settings was last changed; null when it never was. */
    changedAt: Instant.nullable(),
  })
  .meta({ id: 'DriftingSettingsField' })

export const TenantDrift = z
  .object({ tenantId: Uuid, companyName: z.string(), fields: z.array(DriftingField) })
  .meta({ id: 'SettingsTenantDrift' })

export const path = '/api/web/v1/serviceprovider/settingstemplates'
export const ofTemplates = {
  noun: 'settings template',
  tag: {
    name: 'Settings templates',
    description: 'Settings that a service provider rolls out to its tenants in stages.',
  },
} as const
const { view, add, edit, remove } = callsOn('TENANTS', ofTemplates)
const one = { path: `${path}/:id`, params: IdParams } as const

export const listSettingsTemplatesPaged = endpoint({
  ...view,
  limit: 'search',
  method: 'POST',
  path: `${path}paged`,
  body: SettingsTemplatePageRequest,
  answer: pageOf(SettingsTemplate),
  errors: [],
  summary: 'A page of the settings templates of this provider, by name',
})

export const readSettingsTemplate = endpoint({
  ...view,
  ...one,
  answer: SettingsTemplateDetails,
  errors: ['not_found'],
  summary: 'Get a settings template, with the values it inherits',
})

const refused =
  'Values that are weaker than the default are refused with the field named, and so is a parent below the template itself.'

export const createSettingsTemplate = endpoint({
  ...add,
  path,
  body: SettingsTemplateChange,
  answer: SettingsTemplateDetails,
  sensitive: true,
  errors: ['name_exists', 'limit_reached'],
  audit: 'SETTINGS_TEMPLATE_CREATED',
  location: one.path,
  versioned: true,
  summary: 'Create a settings template',
  description: `${refused} Tenants are not changed before a rollout.`,
})

export const updateSettingsTemplate = endpoint({
  ...edit,
  ...one,
  body: SettingsTemplateChange,
  answer: SettingsTemplateDetails,
  sensitive: true,
  errors: ['not_found', 'name_exists', 'precondition_failed'],
  audit: 'SETTINGS_TEMPLATE_UPDATED',
  summary: 'Change a settings template',
  description: `${refused} Tenants are not changed before the next rollout.`,
})

export const deleteSettingsTemplate = endpoint({
  ...remove,
  ...one,
  sensitive: true,
  errors: ['not_found', 'settings_template_in_use', 'precondition_failed'],
  audit: 'SETTINGS_TEMPLATE_DELETED',
  summary: 'Delete a settings template and its rollouts',
  description: 'Refused while tenants are assigned to it or other templates inherit from it.',
})

export const listTemplateAssignments = endpoint({
  ...view,
  path: `${one.path}/assignments`,
  params: IdParams,
  answer: z.array(TemplateAssignment),
  errors: ['not_found'],
  summary: 'List the tenants that a settings template is assigned to, by company name',
})

export const assignSettingsTemplate = endpoint({
  ...add,
  path: `${one.path}/assignments`,
  params: IdParams,
  body: z
    .object({ tenantIds: z.array(Uuid).min(1).max(100, abort) })
    .strict()
    .meta({ id: 'SettingsTemplateAssigning' }),
  answer: z.array(TemplateAssignment),
  sensitive: true,
  errors: ['not_found', 'limit_reached'],
  audit: 'SETTINGS_TEMPLATE_ASSIGNED',
  summary: 'Assign a settings template to tenants of this provider',
  description:
    'A tenant has one template: this one replaces another. Settings change with the next rollout.',
})

export const unassignSettingsTemplate = endpoint({
  ...remove,
  path: `${one.path}/assignments/:tenantid`,
  params: z.object({ id: Uuid, tenantid: Uuid }),
  sensitive: true,
  errors: ['not_found'],
  audit: 'SETTINGS_TEMPLATE_UNASSIGNED',
  versioned: false,
  summary: 'Unassign a settings template from a tenant',
  description: 'The settings of the tenant stay as they are.',
})

const looking = { ...view, limit: 'heavy', method: 'POST', params: IdParams } as const

export const planSettingsTemplate = endpoint({
  ...looking,
  path: `${one.path}/plan`,
  body: PageRequest.extend({
    /** Whether what tenants changed themselves is to be replaced. */
    overwrite: z.boolean().default(false),
  }).meta({ id: 'SettingsPlanRequest' }),
  answer: pageOf(TenantPlan),
  errors: ['not_found'],
  summary: 'A page of what a rollout would change, tenant by tenant',
  description: 'Fields that are as the template has them are left out. Nothing is changed.',
})

export const readTemplateDrift = endpoint({
  ...looking,
  path: `${one.path}/drift`,
  body: PageRequest.meta({ id: 'SettingsDriftRequest' }),
  answer: pageOf(TenantDrift),
  errors: ['not_found'],
  summary: 'A page of the fields that differ from the template, tenant by tenant',
  description:
    'Says whether the tenant changed a field itself, and when its settings were last changed; not who did.',
})
