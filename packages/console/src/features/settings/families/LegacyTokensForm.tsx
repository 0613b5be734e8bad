import { formOf } from '@signet/contract/kit/settings-family'
import {
  legacyTokenFamily,
  readLegacyTokenSettings,
  updateLegacyTokenSettings,
} from '@signet/contract/settings/legacytoken'
import { FormNumber, FormToggle } from '../../../kit/form-fields.tsx'
import { SettingsForm } from '../../../kit/SettingsForm.tsx'
import { callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'

const schema = formOf(legacyTokenFamily)
const windows = ['timeWindow', 'resyncWindow'] as const
type Fields = Record<'enabled' | (typeof windows)[number], unknown>

/** Tokens whose codes an adapter of their maker's checks. */
export const LegacyTokensForm = () => {
  const text = useText('settings')
  const texts = (name: keyof Fields) => ({
    label: text(`settings:legacyTokens.fields.${name}`),
    hint: text(`settings:legacyTokens.hints.${name}`),
  })
  const all = ['enabled', ...windows] as const
  return (
    <SettingsForm
      queryKey={['settings', 'legacytoken']}
      schema={schema}
      defaults={legacyTokenFamily.defaults}
      read={(signal) => callWithEtag(readLegacyTokenSettings, { signal })}
      save={(body, etag) =>
        callWithEtag(updateLegacyTokenSettings, { body, ifMatch: etag ?? undefined })
      }
      labels={Object.fromEntries(all.map((name) => [name, texts(name).label]))}
    >
      <FormToggle<Fields> name="enabled" {...texts('enabled')} />
      {windows.map((name) => (
        <FormNumber<Fields> key={name} name={name} {...texts(name)} />
      ))}
    </SettingsForm>
  )
}
