import { formOf } from '@signet/contract/kit/settings-family'
import { rbaFamily, readRbaSettings, updateRbaSettings } from '@signet/contract/settings/rba'
import { FormNumber, FormToggle } from '../../../kit/form-fields.tsx'
import { SettingsPage } from '../../../kit/SettingsPage.tsx'
import { callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { TryChange } from '../../../pickers/what-ifs/TryChange.tsx'

const schema = formOf(rbaFamily)
const numbers = ['historyDays', 'historySignIns', 'samePlaceKm', 'maximumSpeedKmPerHour'] as const
type Name = 'locationsKept' | (typeof numbers)[number]
type Fields = Record<Name, unknown>

/** Units that are written alike in every language. */
const units: Partial<Record<Name, string>> = { samePlaceKm: 'km', maximumSpeedKmPerHour: 'km/h' }

/** All settings, as the factors would measure. */
const changeOf = (typed: unknown) => ({
  kind: 'RBA' as const,
  settings: rbaFamily.fields.parse(typed),
})

/** What the factors of rules measure with. */
const RbaPage = () => {
  const text = useText('settings')
  const label = (name: Name): string => text(`settings:rba.fields.${name}`)
  const labels = Object.fromEntries(
    (['locationsKept', ...numbers] as const).map((name) => [name, label(name)]),
  )
  const unitOf = (name: Name): string =>
    name === 'historyDays' ? text('settings:rba.days') : (units[name] ?? '')
  return (
    <SettingsPage
      title={text('common:pages.rbaSettings')}
      description={text('settings:rba.text')}
      queryKey={['settings', 'rba']}
      schema={schema}
      defaults={rbaFamily.defaults}
      read={(signal) => callWithEtag(readRbaSettings, { signal })}
      save={(body, etag) => callWithEtag(updateRbaSettings, { body, ifMatch: etag ?? undefined })}
      labels={labels}
      actions={<TryChange changeOf={changeOf} />}
    >
      <FormToggle<Fields>
        name="locationsKept"
        label={label('locationsKept')}
        hint={text('settings:rba.hints.locationsKept')}
      />
      {numbers.map((name) => (
        <FormNumber<Fields>
          key={name}
          name={name}
          label={label(name)}
          hint={text(`settings:rba.hints.${name}`)}
          unit={unitOf(name)}
        />
      ))}
    </SettingsPage>
  )
}

export default RbaPage
