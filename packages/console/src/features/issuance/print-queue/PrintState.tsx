import { oneOf } from '@signet/rules/membership'
import type { QueueState } from '@signet/rules/print-jobs'
import type { Severity } from '@signet/rules/severity'
import { useText } from '../../../lib/i18n.ts'
import { useReasonWords } from '../../../pickers/printing/reason-words.ts'
import { Tag } from '../../../ui/Tag.tsx'
import type { PrintJob } from './print-queue.queries.ts'

const severities: Readonly<Record<QueueState, Severity>> = {
  QUEUED: 'INFO',
  WAIT_FOR_PRINTER: 'WARNING',
  STARTED: 'INFO',
  COMPLETED: 'OK',
  CANCELLED: 'UNKNOWN',
  FAILED: 'ERROR',
  UNKNOWN: 'ERROR',
}

const isKnownDetail = oneOf([
  'BARCODE_REFUSED',
  'BARCODE_UNREADABLE',
  'CARD_CAME_OUT',
  'DESIGN_GONE',
  'DRAWING_BUSY',
  'DRAWING_FAILED',
  'FORGOTTEN',
  'FORMAT',
  'NO_CARD_CAME_OUT',
  'OFFLINE',
  'PICTURE',
  'STOPPED',
  'TWO_SIDES',
  'VALUES_GONE',
])

/** Why a card stands as it does; what a printer says in no keyword that is known shows as it is. */
export const useDetailWords = () => {
  const text = useText('issuancePortal')
  const reasonWords = useReasonWords()
  return (detail: string): string => {
    const [code = '', ...others] = detail.split(' ')
    if (isKnownDetail(code)) return text(`issuancePortal:printing.details.${code}`)
    const keywords = [code, ...others]
    const named = keywords.map(reasonWords)
    return named.every((each, at) => each !== keywords[at]) ? named.join(' · ') : detail
  }
}

/** Where a card stands in the queue. */
export const PrintStateTag = ({ queueState, held }: Pick<PrintJob, 'queueState' | 'held'>) => {
  const text = useText('issuancePortal')
  const isWaiting = queueState === 'QUEUED' || queueState === 'WAIT_FOR_PRINTER'
  if (held && isWaiting)
    return <Tag label={text('issuancePortal:printing.held')} severity="WARNING" />
  return (
    <Tag
      label={text(`issuancePortal:printing.queueStates.${queueState}`)}
      severity={severities[queueState]}
    />
  )
}
