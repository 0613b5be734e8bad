import { oneOf } from '@signet/rules/membership'
import { restrictionValues } from '@signet/rules/restrictions'
import { useText } from '../../../lib/i18n.ts'
import { labelOf } from '../../../pickers/setting-labels.ts'
import { useSettingValue } from '../../../pickers/setting-values.ts'

interface Named {
  readonly family: string
  readonly field: string
}

const isRestriction = oneOf(restrictionValues)
const isCharacterKind = oneOf(['LETTERS_AND_DIGITS', 'DIGITS'])

/** What a setting is called on its own page. */
export const useFieldName = () => {
  const text = useText('settings', 'resource', 'issuancePortal')
  return ({ family, field }: Named): string => {
    const label = labelOf({ kind: 'SETTINGS', family, field })
    return label === null ? field : text(label)
  }
}

/** A value in words. */
export const useShownValue = () => {
  const text = useText('settings')
  const shown = useSettingValue()
  return ({ field }: Named, value: unknown): string => {
    if (isRestriction(value)) return text(`settings:password.restriction.${value}`)
    if (isCharacterKind(value)) return text(`settings:temporaryCodes.kinds.${value}`)
    return shown(field, value)
  }
}
