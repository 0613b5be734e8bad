import { formOf } from '@signet/contract/kit/settings-family'
import {
  hardwareOathFamily,
  readHardwareOathSettings,
  updateHardwareOathSettings,
} from '@signet/contract/settings/hardwareoath'
import { FormNumber, FormToggle } from '../../../kit/form-fields.tsx'
import { SettingsForm } from '../../../kit/SettingsForm.tsx'
import { callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'

const schema = formOf(hardwareOathFamily)
const windows = ['timeWindow', 'counterWindow', 'resyncWindow'] as const
const switches = ['selfAssignment', 'confirmReceipt', 'shortSecrets'] as const
const names = [...windows, ...switches] as const
type Name = (typeof names)[number]
type Fields = Record<Name, unknown>

/** How hardware tokens are checked, and how they come to their owners. */
export const HardwareTokensForm = () => {
  const text = useText('settings')
  const texts = (name: Name) => ({
    label: text(`settings:hardwareTokens.fields.${name}`),
    hint: text(`settings:hardwareTokens.hints.${name}`),
  })
  return (
    <SettingsForm
      queryKey={['settings', 'hardwareoath']}
      schema={schema}
      defaults={hardwareOathFamily.defaults}
      read={(signal) => callWithEtag(readHardwareOathSettings, { signal })}
      save={(body, etag) =>
        callWithEtag(updateHardwareOathSettings, { body, ifMatch: etag ?? undefined })
      }
      labels={Object.fromEntries(names.map((name) => [name, texts(name).label]))}
    >
      {windows.map((name) => (
        <FormNumber<Fields> key={name} name={name} {...texts(name)} />
      ))}
      {switches.map((name) => (
        <FormToggle<Fields> key={name} name={name} {...texts(name)} />
      ))}
    </SettingsForm>
  )
}
