import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { ListPage } from '../../../kit/ListPage.tsx'
import { rowId } from '../../../kit/named-rows.ts'
import { useAddButton } from '../../../kit/use-add-button.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import type { MenuAction } from '../../../ui/ActionMenu.tsx'
import { FlowTags } from './FlowTags.tsx'
import { useFlowWords } from './flow-words.ts'
import { clonePath, type Flow, flowPath, flowsQuery } from './flows.queries.ts'
import { RemoveFlowDialog } from './RemoveFlowDialog.tsx'

const rowLink = ({ id }: Flow): string => flowPath(id)

const useColumns = () => {
  const text = useText('resource')
  const { nameOf, listOf } = useFlowWords()
  const of = useMemo(() => ({ nameOf, listOf }), [nameOf, listOf])
  return useMemo(
    () => [
      {
        key: 'name',
        title: text('resource:flows.fields.name'),
        share: 2,
        minWidth: 190,
        render: (flow: Flow) => of.nameOf(flow),
      },
      {
        key: 'first',
        title: text('resource:flows.fields.firstFactors'),
        share: 2,
        minWidth: 150,
        render: ({ firstFactors }: Flow) => of.listOf(firstFactors),
      },
      {
        key: 'second',
        title: text('resource:flows.fields.secondFactor'),
        share: 2,
        minWidth: 150,
        render: ({ secondFactor }: Flow) => text(`resource:flows.needs.${secondFactor}`),
      },
      {
        key: 'kind',
        title: text('resource:flows.columns.kind'),
        share: 2,
        minWidth: 260,
        render: (flow: Flow) => <FlowTags flow={flow} />,
      },
    ],
    [text, of],
  )
}

const useActions = (onRemove: (flow: Flow) => void) => {
  const text = useText('resource')
  const navigate = useNavigate()
  const may = useMay()
  return (flow: Flow): readonly MenuAction[] => {
    const clone: MenuAction = {
      label: text('resource:flows.clone'),
      onSelect: () => void navigate(clonePath(flow.id)),
    }
    const remove: MenuAction = {
      label: text('resource:flows.remove'),
      isDestructive: true,
      onSelect: () => onRemove(flow),
    }
    const isKept = flow.system || flow.default
    return [
      ...(may(['CONTEXTRULES', 'ADD']) ? [clone] : []),
      ...(may(['CONTEXTRULES', 'REMOVE']) && !isKept ? [remove] : []),
    ]
  }
}

/** Every flow, those of the service first. */
const FlowsPage = () => {
  const text = useText('resource')
  const { nameOf } = useFlowWords()
  const [removing, setRemoving] = useState<Flow | null>(null)
  const add = useAddButton(
    ['CONTEXTRULES', 'ADD'],
    '/authenticationflow/add',
    text('common:pages.addAuthenticationFlow'),
  )
  return (
    <>
      <ListPage<Flow>
        title={text('common:pages.authenticationFlows')}
        query={flowsQuery}
        columns={useColumns()}
        searchLabel={text('resource:flows.search')}
        {...{ rowId, rowLink }}
        rowName={nameOf}
        rowActions={useActions(setRemoving)}
        actions={add}
        empty={{
          title: text('resource:flows.empty'),
          text: text('resource:flows.emptyText'),
          actions: add,
        }}
      />
      {removing !== null && <RemoveFlowDialog flow={removing} onClose={() => setRemoving(null)} />}
    </>
  )
}

export default FlowsPage
