import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ConfirmAction } from '../../kit/ConfirmAction.tsx'
import { QueryView } from '../../kit/QueryView.tsx'
import { useText } from '../../lib/i18n.ts'
import { Notice } from '../../ui/Notice.tsx'
import { SelectInput } from '../../ui/SelectInput.tsx'
import { printerNamesQuery } from './printer-names.ts'

interface PrinterChoiceProps {
  readonly title: string
  readonly children?: ReactNode
  readonly onPrint: (printerId: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Asks for the printer; the only one there is is chosen. */
export const PrinterChoice = ({ title, children, onPrint, onClose }: PrinterChoiceProps) => {
  const text = useText('issuancePortal')
  const query = useQuery(printerNamesQuery)
  const printers = query.data ?? []
  const [chosen, setChosen] = useState('')
  const printerId = chosen === '' && printers.length === 1 ? (printers[0]?.id ?? '') : chosen
  return (
    <ConfirmAction
      title={title}
      confirmLabel={text('issuancePortal:printing.print')}
      isIncomplete={printerId === ''}
      onConfirm={() => onPrint(printerId)}
      onClose={onClose}
    >
      {children !== undefined && <Typography sx={{ mb: 2 }}>{children}</Typography>}
      <QueryView query={query}>
        {() =>
          printers.length === 0 ? (
            <Notice severity="info">{text('issuancePortal:printing.noPrinters')}</Notice>
          ) : (
            <SelectInput
              label={text('issuancePortal:printing.printer')}
              placeholder={text('issuancePortal:printing.choose')}
              options={printers.map(({ id, name }) => ({ value: id, label: name }))}
              value={printerId}
              onChange={setChosen}
            />
          )
        }
      </QueryView>
    </ConfirmAction>
  )
}
