import { formOf } from '@signet/contract/kit/settings-family'
import {
  passwordResetFamily,
  readPasswordResetSettings,
  updatePasswordResetSettings,
} from '@signet/contract/settings/passwordreset'
import { FormSelect, FormToggle } from '../../../kit/form-fields.tsx'
import { SettingsForm } from '../../../kit/SettingsForm.tsx'
import { callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'

const schema = formOf(passwordResetFamily)
const names = ['enabled', 'administrators', 'secondFactor'] as const
type Name = (typeof names)[number]
type Fields = Record<Name, unknown>
const demands = ['WHEN_ENROLLED', 'ALWAYS'] as const

/** Who may replace a forgotten password, and with what. */
export const ResetForm = () => {
  const text = useText('settings')
  const label = (name: Name): string => text(`settings:reset.fields.${name}`)
  const options = demands.map((value) => ({ value, label: text(`settings:reset.demand.${value}`) }))
  return (
    <SettingsForm
      queryKey={['settings', 'passwordreset']}
      schema={schema}
      defaults={passwordResetFamily.defaults}
      read={(signal) => callWithEtag(readPasswordResetSettings, { signal })}
      save={(body, etag) =>
        callWithEtag(updatePasswordResetSettings, { body, ifMatch: etag ?? undefined })
      }
      labels={Object.fromEntries(names.map((name) => [name, label(name)]))}
    >
      <FormToggle<Fields> name="enabled" label={label('enabled')} />
      <FormToggle<Fields>
        name="administrators"
        label={label('administrators')}
        hint={text('settings:reset.hints.administrators')}
      />
      <FormSelect<Fields>
        name="secondFactor"
        label={label('secondFactor')}
        hint={text('settings:reset.hints.secondFactor')}
        options={options}
      />
    </SettingsForm>
  )
}
