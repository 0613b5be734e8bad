import { whatIfEffects } from '@signet/rules/risk/effects'
import { ListPage } from '../../../kit/ListPage.tsx'
import { rowId, rowName } from '../../../kit/named-rows.ts'
import { useTimeColumn } from '../../../kit/time-column.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { whatIfPath } from '../../../pickers/what-ifs/create-what-if.ts'
import { Button } from '../../../ui/Button.tsx'
import type { TableColumn } from '../../../ui/table-columns.tsx'
import { StateTag } from './StateTag.tsx'
import { countOf, type WhatIf, whatIfsQuery } from './what-ifs.queries.ts'

const rowLink = ({ id }: WhatIf): string => whatIfPath(id)

const useColumns = (): readonly TableColumn<WhatIf>[] => {
  const text = useText('resource')
  const { number } = useFormats()
  const timeColumn = useTimeColumn()
  const effects = whatIfEffects.map((effect) => ({
    key: effect,
    title: text(`resource:whatIfs.effects.${effect}`),
    isNumeric: true,
    minWidth: 170,
    render: ({ signIns }: WhatIf) => number(signIns[countOf[effect]]),
  }))
  return [
    {
      key: 'name',
      title: text('resource:whatIfs.change'),
      share: 2,
      minWidth: 180,
      render: rowName,
    },
    {
      key: 'state',
      title: text('resource:whatIfs.state'),
      minWidth: 150,
      render: (one) => <StateTag whatIf={one} />,
    },
    ...effects,
    timeColumn(
      { key: 'created', title: text('resource:whatIfs.begun') },
      ({ createdAt }) => createdAt,
    ),
  ]
}

/** Changes that were tried. */
const WhatIfsPage = () => {
  const text = useText('resource')
  return (
    <ListPage<WhatIf>
      title={text('common:pages.whatIfs')}
      query={whatIfsQuery}
      columns={useColumns()}
      searchLabel={text('resource:whatIfs.search')}
      {...{ rowId, rowName, rowLink }}
      empty={{
        title: text('resource:whatIfs.empty'),
        text: text('resource:whatIfs.emptyText'),
        actions: <Button to="/rules">{text('common:pages.resourceRules')}</Button>,
      }}
    />
  )
}

export default WhatIfsPage
