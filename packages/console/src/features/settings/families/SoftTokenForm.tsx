import { formOf } from '@signet/contract/kit/settings-family'
import {
  entrustStFamily,
  readSoftTokenSettings,
  updateSoftTokenSettings,
} from '@signet/contract/settings/entrustst'
import { FormNumber, FormToggle } from '../../../kit/form-fields.tsx'
import { SettingsForm } from '../../../kit/SettingsForm.tsx'
import { callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'

const schema = formOf(entrustStFamily)
const switches = ['pushEnabled', 'mutualChallenge', 'lockOnConcern'] as const
const spans = ['pushLifeSeconds', 'activationLifeMinutes'] as const
const names = [...switches, ...spans] as const
type Name = (typeof names)[number]
type Fields = Record<Name, unknown>

/** How the Signet Authenticator is set up and asked. */
export const SoftTokenForm = () => {
  const text = useText('settings')
  const texts = (name: Name) => ({
    label: text(`settings:softToken.fields.${name}`),
    hint: text(`settings:softToken.hints.${name}`),
  })
  return (
    <SettingsForm
      queryKey={['settings', 'entrustst']}
      schema={schema}
      defaults={entrustStFamily.defaults}
      read={(signal) => callWithEtag(readSoftTokenSettings, { signal })}
      save={(body, etag) =>
        callWithEtag(updateSoftTokenSettings, { body, ifMatch: etag ?? undefined })
      }
      labels={Object.fromEntries(names.map((name) => [name, texts(name).label]))}
    >
      {switches.map((name) => (
        <FormToggle<Fields> key={name} name={name} {...texts(name)} />
      ))}
      {spans.map((name) => (
        <FormNumber<Fields> key={name} name={name} {...texts(name)} />
      ))}
    </SettingsForm>
  )
}
