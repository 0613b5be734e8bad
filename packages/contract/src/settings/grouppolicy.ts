import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { lockouts } from '../kit/lockouts.ts'
import { IdParams, Instant, Line, Uuid } from '../kit/schemas.ts'
import { PolicySettings, policyParts } from './policy-parts.ts'

export const groupPolicyStates = ['ACTIVE', 'INACTIVE'] as const
const State = z.enum(groupPolicyStates)
export const mostGroupPolicies = 100

export const GroupPolicy = z
  .object({
    id: Uuid,
    name: z.string(),
    /** 1 comes first: of the active policies of a person's groups the first that holds a family decides it. */
    priority: z.int(),
    state: State,
    groups: z.array(z.object({ id: Uuid, name: z.string() })),
    groupIds: z.array(Uuid),
    settings: PolicySettings,
    updatedAt: Instant,
    /** The number in this policy's ETag. */
    version: z.int(),
  })
  .meta({ id: 'GroupPolicy' })

const shared = {
  name: Line(100),
  groupIds: z.array(Uuid).min(1).max(100, abort),
  state: State.default('ACTIVE'),
}

export const GroupPolicyChange = z
  .object({ ...shared, settings: PolicySettings })
  .meta({ id: 'GroupPolicyChange' })

const path = '/api/web/v1/settings/grouppolicy'
const everyGroup = 'Needs a role that manages all groups.'
const { view, remove } = callsOn('SETTINGS')
const add = {
  actor: 'admin',
  needs: ['SETTINGS', 'ADD'],
  limit: 'change',
  sensitive: true,
  method: 'POST',
  answer: GroupPolicy,
  errors: [
    ...lockouts,
    'access_denied',
    'group_not_found',
    'group_policy_exists',
    'group_policy_limit_reached',
    'guess_budget_exceeded',
    'rights_not_held',
    'role_not_found',
  ],
  audit: 'GROUP_POLICY_CREATED',
} as const
const edit = {
  actor: 'admin',
  needs: ['SETTINGS', 'EDIT'],
  limit: 'change',
  sensitive: true,
  method: 'PUT',
} as const

export const listGroupPolicies = endpoint({
  ...view,
  path,
  answer: z.array(GroupPolicy),
  errors: ['access_denied'],
  summary: 'Group policies by priority',
  description: `At most ${mostGroupPolicies}. ${everyGroup}`,
})

export const readGroupPolicy = endpoint({
  ...view,
  path: `${path}/:id`,
  params: IdParams,
  answer: GroupPolicy,
  errors: ['access_denied', 'group_policy_not_found'],
  summary: 'One group policy',
})

export const createGroupPolicy = endpoint({
  ...add,
  path,
  body: GroupPolicyChange,
  summary: 'Add a group policy, behind all others',
  description: `For the people of its groups it takes the place of what the tenant has set: of each family that it holds, the fields that it names. ${everyGroup}`,
})

/** A policy of one part alone. */
const ofPart = <S extends z.ZodType>(name: string, id: string, settings: S) => ({
  ...add,
  path: `${path}/${name}`,
  body: z.object({ ...shared, settings }).meta({ id }),
  description: everyGroup,
})

export const createRegistrationPolicy = endpoint({
  ...ofPart('registration', 'RegistrationPolicyChange', policyParts.registration.schema),
  summary: 'Add a group policy of what people register',
})

export const createGridPolicy = endpoint({
  ...ofPart('gridauthenticator', 'GridPolicyChange', policyParts.grid.schema),
  summary: 'Add a group policy of grid cards',
})

export const createTenantPolicy = endpoint({
  ...ofPart('tenant', 'TenantPolicyChange', policyParts.tenant.schema),
  summary: 'Add a group policy of lockouts',
})

export const createVerificationPolicy = endpoint({
  ...ofPart('verification', 'VerificationPolicyChange', policyParts.verification.schema),
  summary: 'Add a group policy of who proves their address',
})

export const createMagicLinkPolicy = endpoint({
  ...ofPart('magiclink', 'MagicLinkPolicyChange', policyParts.magiclink.schema),
  summary: 'Add a group policy of links in mails',
})

export const createPassthroughPolicy = endpoint({
  ...ofPart('passthrough', 'PassthroughPolicyChange', policyParts.passthrough.schema),
  summary: 'Add a group policy of whose passwords are passed through',
})

export const createAdministratorRolePolicy = endpoint({
  ...ofPart(
    'administratorrole',
    'AdministratorRolePolicyChange',
    policyParts.administratorrole.schema,
  ),
  summary: 'Add a group policy of the roles that people may be given',
  description: `It gives nobody a role: it narrows who may be given which. A role that somebody has already stays theirs. ${everyGroup}`,
})

export const updateGroupPolicy = endpoint({
  ...edit,
  path: `${path}/:id`,
  params: IdParams,
  body: GroupPolicyChange,
  answer: GroupPolicy,
  errors: [
    ...lockouts,
    'access_denied',
    'group_not_found',
    'group_policy_exists',
    'group_policy_not_found',
    'guess_budget_exceeded',
    'precondition_failed',
    'rights_not_held',
    'role_not_found',
  ],
  audit: 'GROUP_POLICY_UPDATED',
  summary: 'Replace a group policy; its priority stays',
  description: everyGroup,
})

export const changeGroupPolicyState = endpoint({
  ...edit,
  path: `${path}/state/:id`,
  params: IdParams,
  body: z.object({ state: State }).meta({ id: 'GroupPolicyState' }),
  answer: GroupPolicy,
  errors: [
    ...lockouts,
    'access_denied',
    'group_policy_not_found',
    'guess_budget_exceeded',
    'precondition_failed',
    'rights_not_held',
  ],
  audit: 'GROUP_POLICY_STATE_CHANGED',
  summary: 'Switch a group policy on or off',
  description: everyGroup,
})

export const orderGroupPolicies = endpoint({
  ...edit,
  path: `${path}/priority`,
  body: z
    .object({ ids: z.array(Uuid).max(mostGroupPolicies, abort) })
    .meta({ id: 'GroupPolicyPriority' }),
  answer: z.array(GroupPolicy),
  errors: [...lockouts, 'access_denied', 'group_policy_not_found'],
  audit: 'GROUP_POLICIES_ORDERED',
  summary: 'Put the group policies in order',
  description: `Names each policy once, the first to be asked first. ${everyGroup}`,
})

export const deleteGroupPolicy = endpoint({
  ...remove,
  path: `${path}/:id`,
  params: IdParams,
  sensitive: true,
  errors: [
    ...lockouts,
    'access_denied',
    'group_policy_not_found',
    'guess_budget_exceeded',
    'precondition_failed',
  ],
  audit: 'GROUP_POLICY_DELETED',
  summary: 'Delete a group policy',
  description: everyGroup,
})
