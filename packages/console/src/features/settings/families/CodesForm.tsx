import { formOf } from '@signet/contract/kit/settings-family'
import { otpFamily, readOtpSettings, updateOtpSettings } from '@signet/contract/settings/otp'
import { codeDeliveries } from '@signet/rules/code-deliveries'
import { ChoicesField } from '../../../kit/ChoicesField.tsx'
import { FormLines } from '../../../kit/FormLines.tsx'
import { optionsOf } from '../../../kit/fields.ts'
import { FormNumber, FormToggle } from '../../../kit/form-fields.tsx'
import { SettingsForm } from '../../../kit/SettingsForm.tsx'
import { callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'

const schema = formOf(otpFamily)
const numbers = [
  'digits',
  'lifeSeconds',
  'resendSeconds',
  'sendsPerHour',
  'numberSendsPerHour',
] as const
const names = [
  ...numbers,
  'deliveries',
  'attributes',
  'numberPrefixes',
  'unprovenNumbers',
  'secondFactor',
] as const
type Name = (typeof names)[number]
type Fields = Record<Name, unknown>

const useLabel = () => {
  const text = useText('settings')
  return (name: Name): string => text(`settings:codes.fields.${name}`)
}

/** Where codes may go. */
const PlaceFields = () => {
  const text = useText('settings')
  const label = useLabel()
  const deliveries = optionsOf(codeDeliveries, (value) =>
    text(`settings:codes.deliveries.${value}`),
  )
  const hint = (name: 'attributes' | 'numberPrefixes' | 'unprovenNumbers'): string =>
    text(`settings:codes.hints.${name}`)
  return (
    <>
      <ChoicesField<Fields> name="deliveries" label={label('deliveries')} options={deliveries} />
      <FormLines<Fields>
        name="attributes"
        label={label('attributes')}
        hint={hint('attributes')}
        rows={3}
      />
      <FormLines<Fields>
        name="numberPrefixes"
        label={label('numberPrefixes')}
        hint={hint('numberPrefixes')}
        rows={2}
      />
      <FormToggle<Fields>
        name="unprovenNumbers"
        label={label('unprovenNumbers')}
        hint={hint('unprovenNumbers')}
      />
    </>
  )
}

/** Codes that are sent: what they are like, and where they may go. */
export const CodesForm = () => {
  const label = useLabel()
  return (
    <SettingsForm
      queryKey={['settings', 'otp']}
      schema={schema}
      defaults={otpFamily.defaults}
      read={(signal) => callWithEtag(readOtpSettings, { signal })}
      save={(body, etag) => callWithEtag(updateOtpSettings, { body, ifMatch: etag ?? undefined })}
      labels={Object.fromEntries(names.map((name) => [name, label(name)]))}
    >
      <PlaceFields />
      {numbers.map((name) => (
        <FormNumber<Fields> key={name} name={name} label={label(name)} />
      ))}
      <FormToggle<Fields> name="secondFactor" label={label('secondFactor')} />
    </SettingsForm>
  )
}
