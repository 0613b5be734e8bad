import { formOf } from '@signet/contract/kit/settings-family'
import {
  readRegistrationSettings,
  registrationFamily,
  updateRegistrationSettings,
} from '@signet/contract/settings/registration'
import { registrationRequirements } from '@signet/rules/authenticators'
import { withinBounds } from '../../../kit/durations.ts'
import { FormDuration } from '../../../kit/FormDuration.tsx'
import { optionsOf } from '../../../kit/fields.ts'
import { FormSelect, FormToggle } from '../../../kit/form-fields.tsx'
import { SettingsForm } from '../../../kit/SettingsForm.tsx'
import { callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'

const { fields } = registrationFamily
const schema = formOf({
  ...registrationFamily,
  fields: fields.extend({
    registrationPeriod: withinBounds(fields.shape.registrationPeriod.unwrap(), {
      storedIn: 'ms',
    }).nullable(),
  }),
})

const authenticators = [
  'password',
  'google',
  'entrustSoftToken',
  'fido',
  'grid',
  'hardwareToken',
  'kba',
] as const
const names = ['registrationEnabled', 'registrationPeriod', ...authenticators] as const
type Name = (typeof names)[number]
type Fields = Record<Name, unknown>

/** What people register when they join. */
export const RegistrationForm = () => {
  const text = useText('settings')
  const label = (name: Name): string => text(`settings:registration.fields.${name}`)
  const options = optionsOf(registrationRequirements, (value) =>
    text(`settings:registration.requirement.${value}`),
  )
  return (
    <SettingsForm
      queryKey={['settings', 'registration']}
      schema={schema}
      defaults={registrationFamily.defaults}
      read={(signal) => callWithEtag(readRegistrationSettings, { signal })}
      save={(body, etag) =>
        callWithEtag(updateRegistrationSettings, { body, ifMatch: etag ?? undefined })
      }
      labels={Object.fromEntries(names.map((name) => [name, label(name)]))}
    >
      <FormToggle<Fields>
        name="registrationEnabled"
        label={label('registrationEnabled')}
        hint={text('settings:registration.hints.registrationEnabled')}
      />
      <FormDuration<Fields>
        name="registrationPeriod"
        label={label('registrationPeriod')}
        hint={text('settings:registration.hints.registrationPeriod')}
        storedIn="ms"
      />
      {authenticators.map((name) => (
        <FormSelect<Fields> key={name} name={name} label={label(name)} options={options} />
      ))}
    </SettingsForm>
  )
}
