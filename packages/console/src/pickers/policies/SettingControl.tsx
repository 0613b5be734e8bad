import { ChoicesField } from '../../kit/ChoicesField.tsx'
import { FormDuration } from '../../kit/FormDuration.tsx'
import { FormLines } from '../../kit/FormLines.tsx'
import { FormNumber, FormSelect, FormToggle } from '../../kit/form-fields.tsx'
import { useText } from '../../lib/i18n.ts'
import { LockoutFields } from '../lockouts/LockoutFields.tsx'
import type { TypedPolicy } from './policy-form.ts'
import type { Setting } from './policy-settings.ts'
import { RolesField } from './RolesField.tsx'

interface SettingControlProps {
  /** Its place in the form. */
  readonly name: `settings.${string}.${string}`
  readonly setting: Setting
}

/** One setting of a policy, typed in its own way. */
export const SettingControl = ({ name, setting }: SettingControlProps) => {
  const text = useText('settings')
  const bound = { name, label: text(setting.label) }
  if (setting.kind === 'number') return <FormNumber<TypedPolicy> {...bound} />
  if (setting.kind === 'toggle') return <FormToggle<TypedPolicy> {...bound} />
  if (setting.kind === 'lines') return <FormLines<TypedPolicy> {...bound} rows={3} />
  if (setting.kind === 'lockouts') return <LockoutFields name={name} />
  if (setting.kind === 'roles') return <RolesField {...bound} />
  if (setting.kind === 'duration') {
    return <FormDuration<TypedPolicy> {...bound} storedIn={setting.storedIn} />
  }
  const options = setting.options.map(({ value, label }) => ({ value, label: text(label) }))
  return setting.kind === 'choice' ? (
    <FormSelect<TypedPolicy> {...bound} options={options} />
  ) : (
    <ChoicesField<TypedPolicy> {...bound} options={options} />
  )
}
