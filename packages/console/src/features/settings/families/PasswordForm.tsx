import { formOf } from '@signet/contract/kit/settings-family'
import {
  passwordFamily,
  readPasswordSettings,
  updatePasswordSettings,
} from '@signet/contract/settings/password'
import { characterClasses, restrictionValues } from '@signet/rules/restrictions'
import { withinBounds } from '../../../kit/durations.ts'
import { FormDuration } from '../../../kit/FormDuration.tsx'
import { optionsOf } from '../../../kit/fields.ts'
import { FormNumber, FormSelect, FormToggle } from '../../../kit/form-fields.tsx'
import { SettingsForm } from '../../../kit/SettingsForm.tsx'
import { callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'

const { fields } = passwordFamily
const ms = { storedIn: 'ms' } as const
const schema = formOf({
  ...passwordFamily,
  fields: fields.extend({
    minimumAgeMillis: withinBounds(fields.shape.minimumAgeMillis, ms),
    maximumAgeMillis: withinBounds(fields.shape.maximumAgeMillis, ms),
  }),
})

const numbers = ['minimumLength', 'maximumLength', 'historySize'] as const
const ages = ['minimumAgeMillis', 'maximumAgeMillis'] as const
const names = [...numbers, ...characterClasses, ...ages, 'refuseCompromised'] as const
type Name = (typeof names)[number]
type Fields = Record<Name, unknown>

const useRestrictions = () => {
  const text = useText('settings')
  return optionsOf(restrictionValues, (value) => text(`settings:password.restriction.${value}`))
}

/** What a password has to be like. */
export const PasswordForm = () => {
  const text = useText('settings')
  const label = (name: Name): string => text(`settings:password.fields.${name}`)
  const restrictions = useRestrictions()
  return (
    <SettingsForm
      queryKey={['settings', 'password']}
      schema={schema}
      defaults={passwordFamily.defaults}
      read={(signal) => callWithEtag(readPasswordSettings, { signal })}
      save={(body, etag) =>
        callWithEtag(updatePasswordSettings, { body, ifMatch: etag ?? undefined })
      }
      labels={Object.fromEntries(names.map((name) => [name, label(name)]))}
    >
      {numbers.map((name) => (
        <FormNumber<Fields> key={name} name={name} label={label(name)} />
      ))}
      {characterClasses.map((name) => (
        <FormSelect<Fields> key={name} name={name} label={label(name)} options={restrictions} />
      ))}
      {ages.map((name) => (
        <FormDuration<Fields>
          key={name}
          name={name}
          label={label(name)}
          hint={text(`settings:password.hints.${name}`)}
          storedIn="ms"
        />
      ))}
      <FormToggle<Fields>
        name="refuseCompromised"
        label={label('refuseCompromised')}
        hint={text('settings:password.hints.refuseCompromised')}
      />
    </SettingsForm>
  )
}
