import { formOf } from '@signet/contract/kit/settings-family'
import {
  desktopAttributesFamily,
  mobileAttributesFamily,
  readDeviceAttributes,
  updateDeviceAttributes,
} from '@signet/contract/settings/deviceattributes'
import {
  machineFamily,
  readMachineSettings,
  updateMachineSettings,
} from '@signet/contract/settings/machine'
import { type DevicePlatform, deviceAttributes } from '@signet/rules/device-fingerprint'
import { useParams } from 'react-router'
import { ChoicesField } from '../../../kit/ChoicesField.tsx'
import { optionsOf } from '../../../kit/fields.ts'
import { FormNumber, FormToggle } from '../../../kit/form-fields.tsx'
import { SettingsForm } from '../../../kit/SettingsForm.tsx'
import { TabbedPage } from '../../../kit/TabbedPage.tsx'
import { callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'

const schema = formOf(machineFamily)
const toggles = ['enabled', 'fingerprintRequired'] as const
const numbers = ['lifeDays', 'maximumPerUser', 'changesAllowed'] as const
const names = [...toggles, ...numbers, 'sparesSecondFactor', 'waitMillis'] as const
type Name = (typeof names)[number]
type Fields = Record<Name, unknown>

/** How browsers are remembered. */
const MachineForm = () => {
  const text = useText('settings')
  const label = (name: Name): string => text(`settings:devices.fields.${name}`)
  return (
    <SettingsForm
      queryKey={['settings', 'machine']}
      schema={schema}
      defaults={machineFamily.defaults}
      read={(signal) => callWithEtag(readMachineSettings, { signal })}
      save={(body, etag) =>
        callWithEtag(updateMachineSettings, { body, ifMatch: etag ?? undefined })
      }
      labels={Object.fromEntries(names.map((name) => [name, label(name)]))}
    >
      <FormToggle<Fields> name="enabled" label={label('enabled')} />
      <FormToggle<Fields>
        name="sparesSecondFactor"
        label={label('sparesSecondFactor')}
        hint={text('settings:devices.hints.sparesSecondFactor')}
      />
      <FormToggle<Fields> name="fingerprintRequired" label={label('fingerprintRequired')} />
      {numbers.map((name) => (
        <FormNumber<Fields> key={name} name={name} label={label(name)} />
      ))}
      <FormNumber<Fields>
        name="waitMillis"
        label={label('waitMillis')}
        hint={text('settings:devices.hints.waitMillis')}
      />
    </SettingsForm>
  )
}

const families = { desktop: desktopAttributesFamily, mobile: mobileAttributesFamily } as const
const attributesSchema = formOf(desktopAttributesFamily)

/** Of what the fingerprint is made, in browsers of one platform. */
const AttributesForm = ({ platform }: { readonly platform: DevicePlatform }) => {
  const text = useText('settings')
  const label = text('settings:devices.attributes')
  const params = { platform }
  const options = optionsOf(deviceAttributes, (value) =>
    text(`settings:devices.attribute.${value}`),
  )
  return (
    <SettingsForm
      queryKey={['settings', 'deviceattributes', platform]}
      schema={attributesSchema}
      defaults={families[platform].defaults}
      read={(signal) => callWithEtag(readDeviceAttributes, { params, signal })}
      save={(body, etag) =>
        callWithEtag(updateDeviceAttributes, { params, body, ifMatch: etag ?? undefined })
      }
      labels={{ attributes: label }}
    >
      <ChoicesField<Record<'attributes', unknown>>
        name="attributes"
        label={label}
        options={options}
      />
    </SettingsForm>
  )
}

const content = {
  machines: () => <MachineForm />,
  desktop: () => <AttributesForm platform="desktop" />,
  mobile: () => <AttributesForm platform="mobile" />,
}

const DevicesPage = () => {
  const text = useText('settings')
  return (
    <TabbedPage
      title={text('common:pages.deviceFingerprint')}
      base="/settings/devices"
      tab={useParams().tab}
      tabs={[
        { key: 'browsers', label: text('settings:devices.title'), content: content.machines },
        { key: 'desktop', label: text('settings:devices.desktop'), content: content.desktop },
        { key: 'mobile', label: text('settings:devices.mobile'), content: content.mobile },
      ]}
    />
  )
}

export default DevicesPage
