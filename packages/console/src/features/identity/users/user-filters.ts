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

/** With the chosen one among them, wherever it is in the order. */
const withChosen = (choices: readonly Choice[], chosen: Choice | '' | null | undefined) =>
  !chosen || choices.some(({ value }) => value === chosen.value) ? choices : [chosen, ...choices]

interface Narrowing {
  readonly key: 'group' | 'organization' | 'oauthRole' | 'role'
  /** Undefined until they are read, and where the reader may not see them. */
  readonly choices: readonly Choice[] | undefined
  readonly isReading: boolean
}

/**
 * Offered where there is something to choose, and shown wherever it narrows the list: saved views of
 * others keep IDs of what was deleted since, or of what the reader may not see.
 */
export const useFilterById = ({ key, choices, isReading }: Narrowing): readonly ListFilter[] => {
  const text = useText('members')
  const value = useSearchParams()[0].get(`f.${key}`)
  if (isReading || (value === null && (choices ?? []).length === 0)) return []
  const unseen = value && { value, label: text('members:users.filters.noAccess') }
  const options = withChosen(choices ?? [], unseen)
  return [{ key, label: text(`members:users.filters.${key}`), options }]
}

/** Narrowing by group, for those who may see groups. */
export const useGroupFilter = (): readonly ListFilter[] => {
  const enabled = useMay()(['GROUPS', 'VIEW'])
  const id = useSearchParams()[0].get('f.group')
  const listed = useQuery({
    queryKey: ['groups', 'filter'],
    queryFn: async ({ signal }) =>
      call((await groupCalls()).listGroupsPaged, { body: { limit: most }, signal }),
    enabled,
  })
  const named = useQuery({
    queryKey: ['groups', 'named', id],
    queryFn: async ({ signal }) =>
      call((await groupCalls()).readGroup, { params: { id: id ?? '' }, signal }),
    enabled: enabled && id !== null,
  })
  const choices = listed.data?.results.map(({ id: value, name: label }) => ({ value, label }))
  const chosen = named.data && { value: named.data.id, label: named.data.name }
  return useFilterById({
    key: 'group',
    choices: choices && withChosen(choices, chosen),
    isReading: listed.isLoading || named.isLoading,
  })
}

/** Narrowing by organization, for those who may see them. */
export const useOrganizationFilter = (): readonly ListFilter[] => {
  const enabled = useMay()(['ORGANIZATIONS', 'VIEW'])
  const id = useSearchParams()[0].get('f.organization')
  const listed = useQuery({
    queryKey: ['organizations', 'filter'],
    queryFn: async ({ signal }) =>
      call((await organizationCalls()).listOrganizationsPaged, { body: { limit: most }, signal }),
    enabled,
  })
  const named = useQuery({
    queryKey: ['organizations', 'named', id],
    queryFn: async ({ signal }) =>
      call((await organizationCalls()).readOrganization, { params: { id: id ?? '' }, signal }),
    enabled: enabled && id !== null,
  })
  const choices = listed.data?.results.map(({ id: value, displayName: label }) => ({
    value,
    label,
  }))
  const chosen = named.data && { value: named.data.id, label: named.data.displayName }
  return useFilterById({
    key: 'organization',
    choices: choices && withChosen(choices, chosen),
    isReading: listed.isLoading || named.isLoading,
  })
}

/** Narrowing by what applications are told of people, for those who may see it. */
export const useOauthRoleFilter = (): readonly ListFilter[] => {
  const { data, isLoading } = useQuery({
    queryKey: ['oauth-roles', 'filter'],
    queryFn: async ({ signal }) =>
      call((await oauthRoleCalls()).listOauthRoles, { query: {}, signal }),
    enabled: useMay()(['OAUTHROLES', 'VIEW']),
  })
  const choices = data?.map(({ id: value, name: label }) => ({ value, label }))
  return useFilterById({ key: 'oauthRole', choices, isReading: isLoading })
}
