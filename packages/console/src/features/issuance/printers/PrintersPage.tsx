import Add from '@mui/icons-material/Add'
import { printerStates } from '@signet/rules/printers'
import { useMemo } from 'react'
import { optionsOf } from '../../../kit/fields.ts'
import { ListPage } from '../../../kit/ListPage.tsx'
import { byName, rowId, rowName } from '../../../kit/named-rows.ts'
import { useTimeColumn } from '../../../kit/time-column.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { PrinterStateTag, SimulatedTag } from './PrinterState.tsx'
import { printerPath, printersPath } from './printer-paths.ts'
import { type Printer, printersPageQuery } from './printers.queries.ts'
import { useMayChange } from './use-may-change.ts'

const rowLink = ({ id }: Printer): string => printerPath(id)

const modelOf = (row: Printer) =>
  row.kind === 'SIMULATED' ? <SimulatedTag {...row} /> : row.makeAndModel

const useColumns = () => {
  const text = useText('issuancePortal')
  const timeColumn = useTimeColumn()
  return useMemo(
    () => [
      {
        key: 'name',
        title: text('issuancePortal:printers.name'),
        isSortable: true,
        minWidth: 170,
        render: rowName,
      },
      {
        key: 'status',
        title: text('issuancePortal:printers.status'),
        minWidth: 190,
        render: (row: Printer) => <PrinterStateTag {...row} />,
      },
      {
        key: 'kind',
        title: text('issuancePortal:printers.model'),
        minWidth: 200,
        render: modelOf,
      },
      {
        key: 'location',
        title: text('issuancePortal:printers.location'),
        minWidth: 140,
        render: ({ location }: Printer) => (location === '' ? '–' : location),
      },
      timeColumn(
        { key: 'seen', title: text('issuancePortal:printers.lastSeen') },
        ({ lastSeenAt }: Printer) => lastSeenAt,
      ),
    ],
    [text, timeColumn],
  )
}

/** Every printer, and how it stands. */
const PrintersPage = () => {
  const text = useText('issuancePortal')
  const mayChange = useMayChange()
  const add = mayChange('ADD') && (
    <Button kind="primary" icon={<Add />} to={`${printersPath}/add`}>
      {text('common:pages.addPrinter')}
    </Button>
  )
  return (
    <ListPage<Printer>
      title={text('common:pages.printers')}
      query={printersPageQuery}
      columns={useColumns()}
      sort={byName}
      searchLabel={text('issuancePortal:printers.search')}
      filters={[
        {
          key: 'status',
          label: text('issuancePortal:printers.status'),
          options: optionsOf(printerStates, (value) =>
            text(`issuancePortal:printers.states.${value}`),
          ),
        },
      ]}
      {...{ rowId, rowName, rowLink }}
      actions={add}
      empty={{
        title: text('issuancePortal:printers.empty'),
        text: text('issuancePortal:printers.emptyText'),
        actions: add,
      }}
    />
  )
}

export default PrintersPage
