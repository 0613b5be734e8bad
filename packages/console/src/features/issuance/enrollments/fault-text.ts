import { oneOf } from '@signet/rules/membership'
import { useText } from '../../../lib/i18n.ts'

const faults = [
  'REQUIRED',
  'TOO_SHORT',
  'TOO_LONG',
  'FORMAT',
  'NO_NUMBER',
  'TOO_SMALL',
  'TOO_GREAT',
  'NO_DATE',
  'NOT_IN_LIST',
  'NO_PICTURE',
  'READ_ONLY',
  'NOT_RESERVED',
  'UNKNOWN',
  'TAKEN',
  'NOT_OF_DESIGN',
] as const
const isFault = oneOf(faults)

/** Why a value is refused, as people read it. */
export const useFaultText = () => {
  const text = useText('issuancePortal')
  return (fault: string | undefined): string | undefined =>
    fault === undefined
      ? undefined
      : text(`issuancePortal:enrollments.faults.${isFault(fault) ? fault : 'FORMAT'}`)
}
