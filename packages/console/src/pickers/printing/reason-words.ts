import { oneOf } from '@signet/rules/membership'
import { useText } from '../../lib/i18n.ts'

const isKnownReason = oneOf([
  'cleaner-life-over',
  'connecting-to-device',
  'cover-open',
  'door-open',
  'input-tray-missing',
  'marker-supply-empty',
  'marker-supply-low',
  'marker-supply-missing',
  'media-empty',
  'media-jam',
  'media-low',
  'media-needed',
  'output-area-full',
  'paused',
  'shutdown',
])

/** What a printer lacks, in words; a keyword that has none shows as it is. */
export const useReasonWords = () => {
  const text = useText('issuancePortal')
  return (reason: string): string =>
    isKnownReason(reason) ? text(`issuancePortal:printers.reasons.${reason}`) : reason
}
