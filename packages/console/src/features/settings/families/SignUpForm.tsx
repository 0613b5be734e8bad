import { formOf } from '@signet/contract/kit/settings-family'
import {
  readRegistrationSettings,
  registrationFamily,
  signUpUserIds,
  updateRegistrationSettings,
} from '@signet/contract/settings/registration'
import { hostInLine } from '@signet/rules/host-of'
import { FormLines } from '../../../kit/FormLines.tsx'
import { optionsOf } from '../../../kit/fields.ts'
import { FormSelect, FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { SettingsForm } from '../../../kit/SettingsForm.tsx'
import { callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'

const schema = formOf(registrationFamily)
const names = [
  'selfRegistration',
  'signUpUserId',
  'signUpDomains',
  'signUpTermsUrl',
  'onboardingUrl',
] as const
type Name = (typeof names)[number]
type Fields = Record<Name, unknown>

const useLabel = () => {
  const text = useText('settings')
  return (name: Name): string => text(`settings:registration.fields.${name}`)
}

const SignUpFields = () => {
  const text = useText('settings')
  const label = useLabel()
  const hint = (name: Exclude<Name, 'signUpUserId'>): string =>
    text(`settings:registration.hints.${name}`)
  const options = optionsOf(signUpUserIds, (value) =>
    text(`settings:registration.signUpUserId.${value}`),
  )
  return (
    <>
      <FormToggle<Fields>
        name="selfRegistration"
        label={label('selfRegistration')}
        hint={hint('selfRegistration')}
      />
      <FormSelect<Fields> name="signUpUserId" label={label('signUpUserId')} options={options} />
      <FormLines<Fields>
        name="signUpDomains"
        label={label('signUpDomains')}
        hint={hint('signUpDomains')}
        rows={3}
        reads={hostInLine}
      />
      <FormText<Fields>
        name="signUpTermsUrl"
        type="url"
        label={label('signUpTermsUrl')}
        hint={hint('signUpTermsUrl')}
        whenEmpty={null}
      />
      <FormText<Fields>
        name="onboardingUrl"
        type="url"
        label={label('onboardingUrl')}
        hint={hint('onboardingUrl')}
        whenEmpty={null}
      />
    </>
  )
}

/** How people without an account come to one. */
export const SignUpForm = () => {
  const label = useLabel()
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
      <SignUpFields />
    </SettingsForm>
  )
}
