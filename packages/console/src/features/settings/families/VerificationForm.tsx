import { formOf } from '@signet/contract/kit/settings-family'
import {
  readVerificationSettings,
  updateVerificationSettings,
  verificationFamily,
} from '@signet/contract/settings/verification'
import { FormToggle } from '../../../kit/form-fields.tsx'
import { SettingsForm } from '../../../kit/SettingsForm.tsx'
import { callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'

const schema = formOf(verificationFamily)
type Fields = Record<'verificationEnabled', unknown>

/** Whether people prove how they are reached. */
export const VerificationForm = () => {
  const text = useText('settings')
  const label = text('settings:verification.fields.verificationEnabled')
  return (
    <SettingsForm
      queryKey={['settings', 'verification']}
      schema={schema}
      defaults={verificationFamily.defaults}
      read={(signal) => callWithEtag(readVerificationSettings, { signal })}
      save={(body, etag) =>
        callWithEtag(updateVerificationSettings, { body, ifMatch: etag ?? undefined })
      }
      labels={{ verificationEnabled: label }}
    >
      <FormToggle<Fields>
        name="verificationEnabled"
        label={label}
        hint={text('settings:verification.hints.verificationEnabled')}
      />
    </SettingsForm>
  )
}
