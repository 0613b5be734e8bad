import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { QueryView } from '../../../kit/QueryView.tsx'
import { TabbedPage } from '../../../kit/TabbedPage.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { PrinterActions } from './PrinterActions.tsx'
import { PrinterCareTab } from './PrinterCareTab.tsx'
import { PrinterGeneralTab } from './PrinterGeneralTab.tsx'
import { PrinterPreferencesTab } from './PrinterPreferencesTab.tsx'
import { PrinterStateTag } from './PrinterState.tsx'
import { printerPath } from './printer-paths.ts'
import { type Printer, printerQuery } from './printers.queries.ts'

const tabKeys = ['general', 'preferences', 'care'] as const

type TabKey = (typeof tabKeys)[number]

const contents: Readonly<Record<TabKey, (read: Tagged<Printer>) => ReactNode>> = {
  general: (read) => <PrinterGeneralTab read={read} />,
  preferences: ({ value }) => <PrinterPreferencesTab printer={value} />,
  care: ({ value }) => <PrinterCareTab printerId={value.id} />,
}

interface LoadedProps {
  readonly read: Tagged<Printer>
  readonly tab: string | undefined
}

const Loaded = ({ read, tab }: LoadedProps) => {
  const text = useText('issuancePortal')
  const printer = read.value
  return (
    <TabbedPage
      title={printer.name}
      tag={<PrinterStateTag {...printer} />}
      actions={<PrinterActions printer={printer} />}
      base={printerPath(printer.id)}
      tab={tab}
      tabs={tabKeys.map((key) => ({
        key,
        label:
          key === 'care'
            ? text('issuancePortal:fleet.care')
            : text(`issuancePortal:printers.${key}`),
        content: () => contents[key](read),
      }))}
    />
  )
}

/** One printer, its tabs in the address. */
const PrinterPage = () => {
  const { printerId = '', tab } = useParams()
  const query = useQuery(printerQuery(printerId))
  return (
    <QueryView query={query} isPage>
      {(read) => <Loaded read={read} tab={tab} />}
    </QueryView>
  )
}

export default PrinterPage
