import { isExplainedReason } from '@signet/rules/printers'
import { useText } from '../../lib/i18n.ts'

/** What a printer lacks, in words; a keyword that has none shows as it is. */
export const useReasonWords = () => {
  const text = useText('issuancePortal')
  return (reason: string): string =>
    isExplainedReason(reason) ? text(`issuancePortal:printers.reasons.${reason}`) : reason
}
