import { mismatchCodes } from '@signet/card/enrolment/check'
import { mostFields, WorkflowDefinition, WorkflowField } from '@signet/card/enrolment/definition'
import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { GroupPageRequest } from '../identity/groups.ts'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, Line, pageOf, Uuid } from '../kit/schemas.ts'

export const IssuanceGroup = z.object({ id: Uuid, name: z.string() }).meta({ id: 'IssuanceGroup' })

export const WorkflowDesignSummary = z
  .object({
    id: Uuid,
    name: z.string(),
    description: z.string().nullable(),
    /** The number in its ETag. */
    version: z.int(),
    credentialDesignId: Uuid,
    credentialDesignName: z.string(),
    steps: z.int(),
    fields: z.int(),
    /** False: people of `groups` only. */
    allGroups: z.boolean(),
    groups: z.array(IssuanceGroup),
    createdAt: Instant,
    modifiedAt: Instant,
    modifiedBy: z.string(),
  })
  .meta({ id: 'WorkflowDesignSummary' })

/** Where the card, which has versions of its own, does not fit: told, and refused nowhere. */
const mismatches = z.array(
  z.object({ code: z.enum(mismatchCodes), field: z.string() }).meta({ id: 'WorkflowMismatch' }),
)

export const WorkflowDesign = WorkflowDesignSummary.extend({
  definition: WorkflowDefinition,
  mismatches,
}).meta({ id: 'WorkflowDesign' })

export const FlatWorkflowDesign = WorkflowDesignSummary.omit({ fields: true, steps: true })
  .extend({
    /** Step by step, in the order of the form. */
    fields: z.array(WorkflowField),
    mismatches,
  })
  .meta({ id: 'FlatWorkflowDesign' })

const head = {
  name: Line(100),
  description: Line(500).nullable().default(null),
  credentialDesignId: Uuid,
  allGroups: z.boolean().default(true),
  /** Of `allGroups: false`; nobody but administrators of all groups where it is empty. */
  groupIds: z.array(Uuid).max(100, abort).default([]),
}

export const NewWorkflowDesign = z
  .object({
    ...head,
    /** Left out: what the card asks for. */
    definition: WorkflowDefinition.optional(),
  })
  .meta({ id: 'NewWorkflowDesign' })

export const WorkflowDesignChange = z
  .object({ ...head, definition: WorkflowDefinition })
  .meta({ id: 'WorkflowDesignChange' })

const flatFields = z.array(WorkflowField).max(mostFields, abort)

export const NewFlatWorkflowDesign = z
  .object({ ...head, fields: flatFields.optional() })
  .meta({ id: 'NewFlatWorkflowDesign' })

export const FlatWorkflowDesignChange = z
  .object({ ...head, fields: flatFields })
  .meta({ id: 'FlatWorkflowDesignChange' })

const WorkflowId = z.object({ workflowId: Uuid })
const v3 = '/api/web/issuance/v3/workflowdesigns'
const v2 = '/api/web/issuance/v2/workflowdesigns'
const api = { api: 'issuance' } as const
const calls = callsOn('ENROLLMENTDESIGNS')
const view = { ...calls.view, ...api, orNeeds: [['ENROLLMENTS', 'VIEW']] } as const
const add = { ...calls.add, ...api, audit: 'WORKFLOW_DESIGN_CREATED' } as const
const edit = {
  ...calls.edit,
  ...api,
  params: WorkflowId,
  audit: 'WORKFLOW_DESIGN_UPDATED',
} as const
const remove = {
  ...calls.remove,
  ...api,
  params: WorkflowId,
  errors: [
    'ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND',
    'ISSUANCE_WORKFLOW_DESIGN_IN_USE',
    'precondition_failed',
    'rights_not_held',
  ],
  audit: 'WORKFLOW_DESIGN_DELETED',
} as const
const refusedDesigns = [
  'ISSUANCE_WORKFLOW_DESIGN_EXISTS',
  'ISSUANCE_WORKFLOW_DESIGN_INVALID',
  'ISSUANCE_CREDENTIAL_RESERVED_KEYWORD_ERROR',
  'ISSUANCE_CREDENTIAL_DESIGN_NOT_FOUND',
  'group_not_found',
  'rights_not_held',
] as const
const refusedNew = [...refusedDesigns, 'ISSUANCE_WORKFLOW_DESIGN_LIMIT_REACHED'] as const
const refusedChanges = [
  ...refusedDesigns,
  'ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND',
  'precondition_failed',
] as const
const known =
  'An administrator limited to groups knows those for everybody and for these groups, and changes none.'
const ifMatch =
  'Send the ETag that was read as `If-Match`: a design that somebody else saved since is not overwritten.'
const flat = 'Fields without their steps, as before version 3.'

export const listWorkflowDesigns = endpoint({
  ...view,
  path: v3,
  answer: z.array(WorkflowDesignSummary),
  errors: [],
  catalogueId: 'get:web.issuance.v3.workflowdesigns',
  summary: 'The enrollment designs, by name',
  description: `At most 500. ${known}`,
})

export const readWorkflowDesign = endpoint({
  ...view,
  path: `${v3}/:workflowId`,
  params: WorkflowId,
  answer: WorkflowDesign,
  errors: ['ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND'],
  catalogueId: 'get:web.issuance.v3.workflowdesigns.workflowId',
  summary: 'One enrollment design with its steps and fields',
})

export const createWorkflowDesign = endpoint({
  ...add,
  path: v3,
  body: NewWorkflowDesign,
  answer: WorkflowDesign,
  ordinary: 'issuanceWork',
  errors: refusedNew,
  catalogueId: 'post:web.issuance.v3.workflowdesigns',
  location: '/api/web/issuance/v3/workflowdesigns/:id',
  summary: 'Create an enrollment design',
  description:
    'Without `definition` it is generated from the card: texts, dates and lists, then photos, then signatures.',
})

export const updateWorkflowDesign = endpoint({
  ...edit,
  path: `${v3}/:workflowId`,
  body: WorkflowDesignChange,
  answer: WorkflowDesign,
  ordinary: 'issuanceWork',
  errors: refusedChanges,
  catalogueId: 'put:web.issuance.v3.workflowdesigns.workflowId',
  summary: 'Save an enrollment design',
  description: `Values of enrollments are kept under the ids of fields: a field may be renamed. ${ifMatch}`,
})

export const deleteWorkflowDesign = endpoint({
  ...remove,
  path: `${v3}/:workflowId`,
  catalogueId: 'delete:web.issuance.v3.workflowdesigns.workflowId',
  ordinary: 'issuanceWork',
  summary: 'Delete an enrollment design that nobody is enrolled by',
})

export const listWorkflowDesignsV2 = endpoint({
  ...view,
  path: v2,
  answer: z.array(WorkflowDesignSummary),
  errors: [],
  catalogueId: 'get:web.issuance.v2.workflowdesigns',
  summary: 'The enrollment designs, by name',
  description: `At most 500. ${known}`,
})

export const readWorkflowDesignV2 = endpoint({
  ...view,
  path: `${v2}/:workflowId`,
  params: WorkflowId,
  answer: FlatWorkflowDesign,
  errors: ['ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND'],
  catalogueId: 'get:web.issuance.v2.workflowdesigns.workflowId',
  summary: 'One enrollment design with its fields',
  description: flat,
})

export const createWorkflowDesignV2 = endpoint({
  ...add,
  path: v2,
  body: NewFlatWorkflowDesign,
  answer: FlatWorkflowDesign,
  ordinary: 'issuanceWork',
  errors: refusedNew,
  catalogueId: 'post:web.issuance.v2.workflowdesigns',
  location: '/api/web/issuance/v2/workflowdesigns/:id',
  summary: 'Create an enrollment design of one step',
  description: `Without \`fields\` it is generated from the card. ${flat}`,
})

export const updateWorkflowDesignV2 = endpoint({
  ...edit,
  path: `${v2}/:workflowId`,
  body: FlatWorkflowDesignChange,
  answer: FlatWorkflowDesign,
  ordinary: 'issuanceWork',
  errors: refusedChanges,
  catalogueId: 'put:web.issuance.v2.workflowdesigns.workflowId',
  summary: 'Save the fields of an enrollment design',
  description: `A field stays in its step; a new one joins the step of the field before it. Steps without fields go. ${ifMatch}`,
})

export const deleteWorkflowDesignV2 = endpoint({
  ...remove,
  path: `${v2}/:workflowId`,
  catalogueId: 'delete:web.issuance.v2.workflowdesigns.workflowId',
  ordinary: 'issuanceWork',
  summary: 'Delete an enrollment design that nobody is enrolled by',
})

export const listIssuanceGroups = endpoint({
  ...view,
  path: '/api/web/issuance/groups',
  answer: z.array(IssuanceGroup),
  errors: [],
  catalogueId: 'get:web.issuance.groups',
  summary: 'The first thousand groups by name',
  description:
    'The groups of users: people on cards are put into the same ones. Of more, ask for pages.',
})

export const listIssuanceGroupsPaged = endpoint({
  ...view,
  limit: 'search',
  method: 'POST',
  path: '/api/web/issuance/groupspaged',
  body: GroupPageRequest,
  answer: pageOf(IssuanceGroup),
  errors: [],
  catalogueId: 'post:web.issuance.groupspaged',
  summary: 'A page of groups by name',
})
