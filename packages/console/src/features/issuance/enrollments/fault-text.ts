import { valueFaultWords } from '@signet/rules/fault-words'
import { oneOf } from '@signet/rules/membership'
import { useText } from '../../../lib/i18n.ts'
import { faultText, saidFault } from '../../../lib/validation-texts.ts'

const isFault = oneOf(valueFaultWords)

/** Why a value is refused, as people read it. */
export const useFaultText = () => {
  const text = useText('issuancePortal')
  return (fault: string | undefined, field: string): string | undefined => {
    if (fault === undefined) return undefined
    const why = text(`issuancePortal:enrollments.faults.${isFault(fault) ? fault : 'FORMAT'}`)
    return faultText(saidFault(why), field)
  }
}
