import { useMemo, useState } from 'react'
import { ListPage } from '../../../kit/ListPage.tsx'
import { rowId, rowName } from '../../../kit/named-rows.ts'
import { useAddButton } from '../../../kit/use-add-button.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import type { MenuAction } from '../../../ui/ActionMenu.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { DisableRiskEngineDialog, RemoveRiskEngineDialog } from './RemoveRiskEngineDialog.tsx'
import {
  enginePath,
  enginesPath,
  enginesQuery,
  type RiskEngine,
  useEngineSwitch,
} from './risk-engines.queries.ts'

const StateTag = ({ state }: Pick<RiskEngine, 'state'>) => {
  const label = useText('settings')(`settings:riskEngines.states.${state}`)
  return <Tag label={label} severity={state === 'ENABLED' ? 'OK' : 'WARNING'} />
}

const useColumns = () => {
  const text = useText('settings')
  return useMemo(
    () => [
      {
        key: 'name',
        title: text('settings:riskEngines.fields.name'),
        isSortable: true,
        share: 2,
        minWidth: 180,
        render: rowName,
      },
      {
        key: 'kind',
        title: text('settings:riskEngines.kind'),
        share: 2,
        minWidth: 160,
        render: ({ engine }: RiskEngine) => text(`settings:riskEngines.kinds.${engine}`),
      },
      {
        key: 'target',
        title: text('settings:riskEngines.target'),
        share: 2,
        minWidth: 160,
        render: ({ connector }: RiskEngine) => new URL(connector.url.split('{{')[0] ?? '').host,
      },
      {
        key: 'state',
        title: text('settings:riskEngines.state'),
        minWidth: 150,
        render: ({ state }: RiskEngine) => <StateTag state={state} />,
      },
    ],
    [text],
  )
}

interface Asked {
  readonly engine: RiskEngine
  readonly what: 'DISABLE' | 'REMOVE'
}

const useActions = (ask: (asked: Asked) => void) => {
  const text = useText('settings')
  const may = useMay()
  const turn = useEngineSwitch()
  return (engine: RiskEngine): readonly MenuAction[] => {
    const enable: MenuAction = {
      label: text('settings:riskEngines.enable'),
      onSelect: () => turn.mutate({ id: engine.id, state: 'ENABLED' }),
    }
    const disable: MenuAction = {
      label: text('settings:riskEngines.disable'),
      onSelect: () => ask({ engine, what: 'DISABLE' }),
    }
    const remove: MenuAction = {
      label: text('settings:riskEngines.remove'),
      isDestructive: true,
      onSelect: () => ask({ engine, what: 'REMOVE' }),
    }
    return [
      ...(may(['SETTINGS', 'EDIT']) ? [engine.state === 'ENABLED' ? disable : enable] : []),
      ...(may(['SETTINGS', 'REMOVE']) ? [remove] : []),
    ]
  }
}

/** Services outside that say how risky a sign-in is. */
const RiskEnginesPage = () => {
  const text = useText('settings')
  const [asked, ask] = useState<Asked | null>(null)
  const close = () => ask(null)
  const add = useAddButton(
    ['SETTINGS', 'ADD'],
    `${enginesPath}/add`,
    text('settings:riskEngines.add'),
  )
  return (
    <>
      <ListPage<RiskEngine>
        title={text('common:pages.riskEngines')}
        query={enginesQuery}
        columns={useColumns()}
        searchLabel={text('settings:riskEngines.search')}
        rowId={rowId}
        rowName={rowName}
        rowLink={enginePath}
        rowActions={useActions(ask)}
        actions={add}
        empty={{
          title: text('settings:riskEngines.empty'),
          text: text('settings:riskEngines.emptyText'),
          actions: add,
        }}
      />
      {asked?.what === 'REMOVE' && <RemoveRiskEngineDialog {...asked} onClose={close} />}
      {asked?.what === 'DISABLE' && <DisableRiskEngineDialog {...asked} onClose={close} />}
    </>
  )
}

export default RiskEnginesPage
