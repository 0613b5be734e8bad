import {
  listSettingsRollouts,
  type NewSettingsRollout,
  readSettingsRollout,
  resumeSettingsRollout,
  rollBackSettingsRollout,
  type SettingsRollout,
  type SettingsRolloutDetails,
  startSettingsRollout,
  stopSettingsRollout,
} from '@signet/contract/provider/settings-rollouts'
import {
  assignSettingsTemplate,
  createSettingsTemplate,
  deleteSettingsTemplate,
  listSettingsTemplatesPaged,
  listTemplateAssignments,
  planSettingsTemplate,
  readSettingsTemplate,
  readTemplateDrift,
  type SettingsTemplate,
  type SettingsTemplateDetails,
  type TemplateAssignment,
  unassignSettingsTemplate,
  updateSettingsTemplate,
} from '@signet/contract/provider/settings-templates'
import { listTenantsPaged } from '@signet/contract/provider/tenants'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { callsOf, useChange, withBody } from '../../../kit/entity.ts'
import type { ListRequest } from '../../../kit/list-state.ts'
import { namePage, nameSought } from '../../../kit/name-sought.ts'
import { call } from '../../../lib/call.ts'
import { wholeListQuery } from '../../../pickers/whole-list.ts'
import { bodyOf, type TemplateBody } from './template-form.ts'

export type TemplateRow = z.output<typeof SettingsTemplate>
export type TemplateDetail = z.output<typeof SettingsTemplateDetails>
export type Assigned = z.output<typeof TemplateAssignment>
export type RolloutRow = z.output<typeof SettingsRollout>
export type RolloutDetail = z.output<typeof SettingsRolloutDetails>

const subject = 'settings-templates'
const rollouts = 'settings-rollouts'

export const templatesPath = '/serviceprovider/settingstemplates'
export const templatePath = (id: string): string => `${templatesPath}/${id}`
export const rolloutPath = (id: string): string => `/serviceprovider/settingsrollouts/${id}`

export const templatesQuery = (request: ListRequest) => ({
  queryKey: [subject, 'page', request],
  queryFn: ({ signal }: { signal: AbortSignal }) => {
    const { descending: _, ...body } = namePage(request)
    return call(listSettingsTemplatesPaged, { body, signal })
  },
})

/** Those that another can inherit from. */
export const parentsQuery = queryOptions({
  queryKey: [subject, 'parents'],
  queryFn: ({ signal }) => call(listSettingsTemplatesPaged, { body: { limit: 100 }, signal }),
})

export const templates = {
  subject,
  ...withBody(
    callsOf({
      read: readSettingsTemplate,
      create: createSettingsTemplate,
      update: updateSettingsTemplate,
      remove: deleteSettingsTemplate,
    }),
    (values: TemplateBody) => bodyOf(values),
  ),
}

const assigned = (id: string) => (signal: AbortSignal) =>
  call(listTemplateAssignments, { params: { id }, signal })

export const assignmentsQuery = (id: string) =>
  wholeListQuery<Assigned>({
    subject: `${subject}-${id}`,
    list: assigned(id),
    nameOf: ({ companyName }) => companyName,
  })

export const assignedQuery = (id: string) =>
  queryOptions({
    queryKey: [`${subject}-${id}`, 'assigned'],
    queryFn: ({ signal }) => assigned(id)(signal),
  })

/** Tenants by name, to be chosen. */
export const findTenants = async (search: string, signal: AbortSignal) => {
  const { limit } = nameSought(search)
  const body = search === '' ? { limit } : nameSought(search)
  const { results } = await call(listTenantsPaged, { body, signal })
  return results.map(({ id, companyName: name }) => ({ id, name }))
}

export const useAssign = (id: string) =>
  useChange(
    (tenantIds: string[]) => call(assignSettingsTemplate, { params: { id }, body: { tenantIds } }),
    [`${subject}-${id}`],
  )

export const useUnassign = (id: string) =>
  useChange(
    (tenantid: string) => call(unassignSettingsTemplate, { params: { id, tenantid } }),
    [`${subject}-${id}`],
  )

interface Paged {
  readonly paging: { readonly nextCursor: string | null }
}
const paged = {
  initialPageParam: '',
  getNextPageParam: ({ paging }: Paged) => paging.nextCursor ?? undefined,
} as const
const bodyAt = (cursor: string) => ({ limit: 50, ...(cursor === '' ? {} : { cursor }) })

export const planQuery = (id: string, overwrite: boolean) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: [`${subject}-${id}`, 'plan', overwrite],
    queryFn: ({ pageParam, signal }) =>
      call(planSettingsTemplate, {
        params: { id },
        body: { ...bodyAt(pageParam), overwrite },
        signal,
      }),
  })

export const driftQuery = (id: string) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: [`${subject}-${id}`, 'drift'],
    queryFn: ({ pageParam, signal }) =>
      call(readTemplateDrift, { params: { id }, body: bodyAt(pageParam), signal }),
  })

/** The list comes whole, the newest first. */
export const rolloutsQuery = (id: string) =>
  wholeListQuery<RolloutRow>({
    subject: `${rollouts}-${id}`,
    list: (signal) => call(listSettingsRollouts, { params: { id }, signal }),
  })

const liveMillis = 3000
const ended: readonly RolloutDetail['state'][] = ['STOPPED', 'DONE', 'ROLLED_BACK']

export const isAtWork = ({ state }: Pick<RolloutDetail, 'state'>): boolean => !ended.includes(state)

export const rolloutQuery = (id: string) =>
  queryOptions({
    queryKey: [rollouts, id],
    queryFn: ({ signal }) => call(readSettingsRollout, { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isAtWork(data) ? liveMillis : false,
  })

export const useStart = (id: string) =>
  useChange(
    (body: z.input<typeof NewSettingsRollout>) =>
      call(startSettingsRollout, { params: { id }, body }),
    [`${subject}-${id}`],
    [`${rollouts}-${id}`],
  )

const acts = {
  stop: stopSettingsRollout,
  resume: resumeSettingsRollout,
  rollBack: rollBackSettingsRollout,
} as const
export type RolloutAct = keyof typeof acts

export const useRolloutAct = (id: string) =>
  useChange((act: RolloutAct) => call(acts[act], { params: { id } }), [rollouts])
