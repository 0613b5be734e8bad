import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { ListFilter } from '../../../kit/list-types.ts'
import { call } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'

/** Loaded after the list: its rows do not wait for what narrows it. */
const groupCalls = () => import('@signet/contract/identity/groups')
const organizationCalls = () => import('@signet/contract/identity/organizations')
const oauthRoleCalls = () => import('@signet/contract/applications/oauth-roles')

/** Choices in a chip's menu; more are chosen from the group's own page. */
const most = 50

interface Choice {
  readonly value: string
  readonly label: string
}

/** With the chosen one among them, wherever it stands in the order. */
const withChosen = (choices: readonly Choice[], chosen: Choice | undefined) =>
  chosen === undefined || choices.some(({ value }) => value === chosen.value)
    ? choices
    : [chosen, ...choices]

/** Narrowing by group, for those who may see groups. */
export const useGroupFilter = (): readonly ListFilter[] => {
  const text = useText('members')
  const enabled = useMay()(['GROUPS', 'VIEW'])
  const id = useSearchParams()[0].get('f.group')
  const { data } = useQuery({
    queryKey: ['groups', 'filter'],
    queryFn: async ({ signal }) =>
      call((await groupCalls()).listGroupsPaged, { body: { limit: most }, signal }),
    enabled,
  })
  const { data: one } = useQuery({
    queryKey: ['groups', 'named', id],
    queryFn: async ({ signal }) =>
      call((await groupCalls()).readGroup, { params: { id: id ?? '' }, signal }),
    enabled: enabled && id !== null,
  })
  if (data === undefined || (data.results.length === 0 && id === null)) return []
  const choices = data.results.map(({ id: value, name: label }) => ({ value, label }))
  const chosen = one && { value: one.id, label: one.name }
  return [
    {
      key: 'group',
      label: text('members:users.filters.group'),
      options: withChosen(choices, chosen),
    },
  ]
}

/** Narrowing by organization, for those who may see them. */
export const useOrganizationFilter = (): readonly ListFilter[] => {
  const text = useText('members')
  const enabled = useMay()(['ORGANIZATIONS', 'VIEW'])
  const id = useSearchParams()[0].get('f.organization')
  const { data } = useQuery({
    queryKey: ['organizations', 'filter'],
    queryFn: async ({ signal }) =>
      call((await organizationCalls()).listOrganizationsPaged, { body: { limit: most }, signal }),
    enabled,
  })
  const { data: one } = useQuery({
    queryKey: ['organizations', 'named', id],
    queryFn: async ({ signal }) =>
      call((await organizationCalls()).readOrganization, { params: { id: id ?? '' }, signal }),
    enabled: enabled && id !== null,
  })
  if (data === undefined || (data.results.length === 0 && id === null)) return []
  const choices = data.results.map(({ id: value, displayName: label }) => ({ value, label }))
  const chosen = one && { value: one.id, label: one.displayName }
  return [
    {
      key: 'organization',
      label: text('members:users.filters.organization'),
      options: withChosen(choices, chosen),
    },
  ]
}

/** Narrowing by what applications are told of people, for those who may see it. */
export const useOauthRoleFilter = (): readonly ListFilter[] => {
  const text = useText('members')
  const { data: roles = [] } = useQuery({
    queryKey: ['oauth-roles', 'filter'],
    queryFn: async ({ signal }) =>
      call((await oauthRoleCalls()).listOauthRoles, { query: {}, signal }),
    enabled: useMay()(['OAUTHROLES', 'VIEW']),
  })
  if (roles.length === 0) return []
  const options = roles.map(({ id: value, name: label }) => ({ value, label }))
  return [{ key: 'oauthRole', label: text('members:users.filters.oauthRole'), options }]
}
