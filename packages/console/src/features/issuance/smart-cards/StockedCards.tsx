import { smartCardTypes } from '@signet/rules/smart-cards'
import { optionsOf } from '../../../kit/fields.ts'
import { ListPage } from '../../../kit/ListPage.tsx'
import { rowId } from '../../../kit/named-rows.ts'
import { useTimeColumn } from '../../../kit/time-column.tsx'
import { useText } from '../../../lib/i18n.ts'
import type { TableColumn } from '../../../ui/table-columns.tsx'
import { ImportCards } from './ImportCards.tsx'
import { SmartCardTag } from './SmartCardTag.tsx'
import { cardPath } from './smart-card-paths.ts'
import {
  assignedQuery,
  type SmartCard,
  unassignedQuery,
  unassignedStates,
} from './smart-cards.queries.ts'

const rowName = ({ serialNumber }: SmartCard): string => serialNumber
const rowLink = ({ id }: SmartCard): string => cardPath(id)
const firstSort = { key: 'serial', isDescending: false }

type Key = 'serial' | 'csn' | 'cardType' | 'user' | 'groups' | 'created' | 'assigned' | 'state'

/** The columns of both lists, in the order of the table. */
const useColumns = (): Readonly<Record<Key, TableColumn<SmartCard>>> => {
  const text = useText('issuancePortal')
  const timeColumn = useTimeColumn()
  const title = (key: Key) => ({ key, title: text(`issuancePortal:cardStock.columns.${key}`) })
  return {
    serial: { ...title('serial'), isSortable: true, minWidth: 150, render: rowName },
    csn: { ...title('csn'), minWidth: 150, render: ({ csn }) => csn ?? '–' },
    cardType: {
      ...title('cardType'),
      minWidth: 170,
      render: ({ cardType }) => text(`issuancePortal:smartCards.types.${cardType}`),
    },
    user: { ...title('user'), minWidth: 140, render: ({ user }) => user?.name ?? '–' },
    groups: {
      ...title('groups'),
      minWidth: 160,
      render: ({ groups }) => groups.map(({ name }) => name).join(', ') || '–',
    },
    created: timeColumn(title('created'), ({ createDate }) => createDate),
    assigned: timeColumn(title('assigned'), ({ assignDate }) => assignDate),
    state: { ...title('state'), width: 150, render: (card) => <SmartCardTag {...card} /> },
  }
}

const useTypeFilter = () => {
  const text = useText('issuancePortal')
  return {
    key: 'cardType',
    label: text('issuancePortal:cardStock.columns.cardType'),
    options: optionsOf(smartCardTypes, (value) => text(`issuancePortal:smartCards.types.${value}`)),
  }
}

/** The cards that people have. */
export const AssignedCards = () => {
  const text = useText('issuancePortal')
  const { serial, csn, cardType, user, assigned } = useColumns()
  return (
    <ListPage<SmartCard>
      isPart
      title={text('issuancePortal:cardStock.assignedCards')}
      query={assignedQuery}
      columns={[serial, csn, cardType, user, assigned]}
      filters={[useTypeFilter()]}
      searchLabel={text('issuancePortal:cardStock.search')}
      sort={firstSort}
      {...{ rowId, rowName, rowLink }}
      empty={{
        title: text('issuancePortal:cardStock.emptyAssigned'),
        text: text('issuancePortal:cardStock.emptyAssignedText'),
      }}
    />
  )
}

/** The cards that nobody has. */
export const UnassignedCards = () => {
  const text = useText('issuancePortal')
  const { serial, csn, cardType, groups, created, state } = useColumns()
  const stateFilter = {
    key: 'state',
    label: text('issuancePortal:cardStock.columns.state'),
    options: optionsOf(unassignedStates, (value) =>
      text(`issuancePortal:cardStock.state.${value}`),
    ),
  }
  return (
    <ListPage<SmartCard>
      isPart
      title={text('issuancePortal:cardStock.unassignedCards')}
      query={unassignedQuery}
      columns={[serial, csn, cardType, groups, created, state]}
      filters={[useTypeFilter(), stateFilter]}
      searchLabel={text('issuancePortal:cardStock.search')}
      sort={firstSort}
      {...{ rowId, rowName, rowLink }}
      empty={{
        title: text('issuancePortal:cardStock.empty'),
        text: text('issuancePortal:cardStock.emptyText'),
        actions: <ImportCards />,
      }}
    />
  )
}
