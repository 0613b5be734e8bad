import { formOf } from '@signet/contract/kit/settings-family'
import {
  readTempAccessCodeSettings,
  tempAccessCodeFamily,
  updateTempAccessCodeSettings,
} from '@signet/contract/settings/tempaccesscode'
import { withinBounds } from '../../../kit/durations.ts'
import { FormDuration } from '../../../kit/FormDuration.tsx'
import { optionsOf } from '../../../kit/fields.ts'
import { FormNumber, FormSelect, FormToggle } from '../../../kit/form-fields.tsx'
import { SettingsForm } from '../../../kit/SettingsForm.tsx'
import { callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'

const { fields } = tempAccessCodeFamily
const validityMillis = withinBounds(fields.shape.validityMillis, { storedIn: 'ms' })
const schema = formOf({ ...tempAccessCodeFamily, fields: fields.extend({ validityMillis }) })
const names = ['length', 'characters', 'validityMillis', 'maximumUses', 'administrators'] as const
type Name = (typeof names)[number]
type Fields = Record<Name, unknown>
const kinds = ['LETTERS_AND_DIGITS', 'DIGITS'] as const

/** What the codes are like that administrators make for who has lost their second factor. */
export const TemporaryCodesForm = () => {
  const text = useText('settings')
  const label = (name: Name): string => text(`settings:temporaryCodes.fields.${name}`)
  const options = optionsOf(kinds, (value) => text(`settings:temporaryCodes.kinds.${value}`))
  return (
    <SettingsForm
      queryKey={['settings', 'tempaccesscode']}
      schema={schema}
      defaults={tempAccessCodeFamily.defaults}
      read={(signal) => callWithEtag(readTempAccessCodeSettings, { signal })}
      save={(body, etag) =>
        callWithEtag(updateTempAccessCodeSettings, { body, ifMatch: etag ?? undefined })
      }
      labels={Object.fromEntries(names.map((name) => [name, label(name)]))}
    >
      <FormNumber<Fields> name="length" label={label('length')} />
      <FormSelect<Fields> name="characters" label={label('characters')} options={options} />
      <FormDuration<Fields> name="validityMillis" label={label('validityMillis')} storedIn="ms" />
      <FormNumber<Fields> name="maximumUses" label={label('maximumUses')} />
      <FormToggle<Fields>
        name="administrators"
        label={label('administrators')}
        hint={text('settings:temporaryCodes.hints.administrators')}
      />
    </SettingsForm>
  )
}
