import Stack from '@mui/material/Stack'
import type { PrinterState } from '@signet/rules/printers'
import { isLow } from '@signet/rules/printers'
import type { Severity } from '@signet/rules/severity'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { useReasonWords } from '../../../pickers/printing/reason-words.ts'
import { Tag } from '../../../ui/Tag.tsx'
import type { Printer } from './printers.queries.ts'

const severities: Readonly<Record<PrinterState, Severity>> = {
  IDLE: 'OK',
  PROCESSING: 'OK',
  STOPPED: 'ERROR',
  OFFLINE: 'WARNING',
  UNKNOWN: 'UNKNOWN',
}

/** How a printer stands, and what it wants. */
export const PrinterStateTag = ({
  status,
  statusReasons,
}: Pick<Printer, 'status' | 'statusReasons'>) => {
  const text = useText('issuancePortal')
  const words = useReasonWords()
  const stands = text(`issuancePortal:printers.states.${status}`)
  const [reason] = statusReasons
  const label = reason === undefined ? stands : `${stands}: ${words(reason)}`
  return <Tag label={label} severity={severities[status]} />
}

/** That it prints nothing, wherever its name stands. */
export const SimulatedTag = ({ kind }: Pick<Printer, 'kind'>) => {
  const text = useText('issuancePortal')
  return kind === 'SIMULATED' ? (
    <Tag label={text('issuancePortal:printers.simulated')} severity="INFO" />
  ) : null
}

/** What is left of each supply. */
export const Supplies = ({ supplies }: Pick<Printer, 'supplies'>) => {
  const text = useText('issuancePortal')
  const { number } = useFormats()
  const level = (value: number | null): string =>
    value === null
      ? text('issuancePortal:printers.levelUnknown')
      : text('issuancePortal:printers.level', { percent: number(value) })
  if (supplies.length === 0) return <>–</>
  return (
    <Stack component="ul" spacing={0.5} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {supplies.map((supply, at) => (
        <li key={`${at} ${supply.name}`}>
          {supply.name}: {level(supply.level)}{' '}
          {isLow(supply) && <Tag label={text('issuancePortal:printers.low')} severity="WARNING" />}
        </li>
      ))}
    </Stack>
  )
}
