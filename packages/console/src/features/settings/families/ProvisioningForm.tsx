import { formOf } from '@signet/contract/kit/settings-family'
import {
  authenticatorProvisioningFamily,
  provisionable,
  readAuthenticatorProvisioning,
  updateAuthenticatorProvisioning,
} from '@signet/contract/settings/authenticatorprovisioning'
import { ChoicesField } from '../../../kit/ChoicesField.tsx'
import { optionsOf } from '../../../kit/fields.ts'
import { SettingsForm } from '../../../kit/SettingsForm.tsx'
import { callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'

const schema = formOf(authenticatorProvisioningFamily)
type Fields = Record<'selfService', unknown>

/** What people enrol for themselves. */
export const ProvisioningForm = () => {
  const text = useText('settings')
  const label = text('settings:provisioning.fields.selfService')
  const options = optionsOf(provisionable, (value) => text(`settings:provisioning.kind.${value}`))
  return (
    <SettingsForm
      queryKey={['settings', 'authenticatorprovisioning']}
      schema={schema}
      defaults={authenticatorProvisioningFamily.defaults}
      read={(signal) => callWithEtag(readAuthenticatorProvisioning, { signal })}
      save={(body, etag) =>
        callWithEtag(updateAuthenticatorProvisioning, { body, ifMatch: etag ?? undefined })
      }
      labels={{ selfService: label }}
    >
      <ChoicesField<Fields> name="selfService" label={label} options={options} />
    </SettingsForm>
  )
}
