import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ListPage } from '../../../kit/ListPage.tsx'
import { rowId, rowName } from '../../../kit/named-rows.ts'
import { useAddButton } from '../../../kit/use-add-button.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { showFailure } from '../../../lib/show-failure.ts'
import { exportTool } from '../../../pickers/list-export/ExportButton.tsx'
import { idsOf } from '../../../pickers/list-export/list-exports.ts'
import { PolicyTag } from '../../../pickers/policies/PolicyTag.tsx'
import {
  allPoliciesQuery,
  type GroupPolicy,
  groupPoliciesQuery,
  usePolicyOrder,
  usePolicySwitch,
} from '../../../pickers/policies/policies.queries.ts'
import { partNames } from '../../../pickers/policies/policy-form.ts'
import { parts } from '../../../pickers/policies/policy-parts.ts'
import { useMay } from '../../../session/session-context.tsx'
import type { MenuAction } from '../../../ui/ActionMenu.tsx'
import { RemovePolicyDialog } from './RemovePolicyDialog.tsx'

const groupNames = ({ groups }: GroupPolicy): string => groups.map(({ name }) => name).join(', ')
const rowLink = ({ id }: GroupPolicy): string => `/settings/grouppolicies/${id}`

/** The parts that a policy holds. */
const PartsHeld = ({ policy }: { readonly policy: GroupPolicy }) => {
  const text = useText('settings')
  const held = partNames.filter((part) => policy.settings[part] !== undefined)
  return held.map((part) => text(parts[part].title)).join(', ') || '–'
}

const nameShape = { key: 'name', share: 2, minWidth: 170, render: rowName } as const

const useColumns = () => {
  const text = useText('settings')
  const { number } = useFormats()
  return useMemo(
    () => [
      { ...nameShape, title: text('settings:policies.fields.name') },
      {
        key: 'priority',
        title: text('settings:policies.priority'),
        width: 100,
        render: ({ priority }: GroupPolicy) => number(priority),
      },
      {
        key: 'groups',
        title: text('settings:policies.fields.groups'),
        minWidth: 140,
        render: groupNames,
      },
      {
        key: 'settings',
        title: text('settings:policies.settings'),
        share: 2,
        minWidth: 180,
        render: (policy: GroupPolicy) => <PartsHeld policy={policy} />,
      },
      {
        key: 'state',
        title: text('settings:policies.fields.state'),
        width: 130,
        render: ({ state }: GroupPolicy) => <PolicyTag state={state} />,
      },
    ],
    [text, number],
  )
}

/** Moves a policy by one place; null where there is none. */
const moved = (ids: readonly string[], id: string, by: -1 | 1): readonly string[] | null => {
  const at = ids.indexOf(id)
  const other = ids[at + by]
  if (at < 0 || other === undefined) return null
  return ids.map((one) => (one === id ? other : one === other ? id : one))
}

const useActions = (onRemove: (policy: GroupPolicy) => void) => {
  const text = useText('settings')
  const may = useMay()
  const { data = [] } = useQuery(allPoliciesQuery)
  const order = usePolicyOrder()
  const turn = usePolicySwitch()
  const tell = (error: unknown): void => showFailure(error)
  const ids = data.map(rowId)
  return (policy: GroupPolicy): readonly MenuAction[] => {
    const move = (by: -1 | 1): readonly MenuAction[] => {
      const next = moved(ids, policy.id, by)
      const label = text(`settings:policies.${by < 0 ? 'up' : 'down'}`)
      const onSelect = (): void =>
        next === null ? undefined : order.mutate(next, { onError: tell })
      return next === null ? [] : [{ label, onSelect }]
    }
    const state = policy.state === 'ACTIVE' ? 'INACTIVE' : 'ACTIVE'
    const change: MenuAction = {
      label: text(`settings:policies.turn.${state}`),
      onSelect: () => turn.mutate({ id: policy.id, state }, { onError: tell }),
    }
    const remove: MenuAction = {
      label: text('settings:policies.remove'),
      isDestructive: true,
      onSelect: () => onRemove(policy),
    }
    return [
      ...(may(['SETTINGS', 'EDIT']) ? [...move(-1), ...move(1), change] : []),
      ...(may(['SETTINGS', 'REMOVE']) ? [remove] : []),
    ]
  }
}

const tools = exportTool({
  list: 'grouppolicies',
  ids: idsOf(groupPoliciesQuery),
  fields: {
    name: ['name'],
    priority: ['priority'],
    groups: ['groups'],
    settings: ['settings'],
    state: ['state'],
  },
})

/** The policies in the order in which they are asked. */
const GroupPoliciesPage = () => {
  const text = useText('settings')
  const [removing, setRemoving] = useState<GroupPolicy | null>(null)
  const add = useAddButton(
    ['SETTINGS', 'ADD'],
    '/settings/grouppolicies/add',
    text('common:pages.addGroupPolicy'),
  )
  return (
    <>
      <ListPage<GroupPolicy>
        title={text('common:pages.groupPolicies')}
        query={groupPoliciesQuery}
        columns={useColumns()}
        searchLabel={text('settings:policies.search')}
        {...{ rowId, rowName, rowLink }}
        rowActions={useActions(setRemoving)}
        actions={add}
        views="grouppolicies"
        tools={tools}
        empty={{
          title: text('settings:policies.empty'),
          text: text('settings:policies.emptyText'),
          actions: add,
        }}
      />
      {removing !== null && (
        <RemovePolicyDialog policy={removing} onClose={() => setRemoving(null)} />
      )}
    </>
  )
}

export default GroupPoliciesPage
