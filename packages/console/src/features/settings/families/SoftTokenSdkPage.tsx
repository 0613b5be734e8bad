import {
  mobileSdkFamily,
  readMobileSdk,
  updateMobileSdk,
} from '@signet/contract/settings/mobilesdk'
import { z } from 'zod'
import { FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { SettingsPage } from '../../../kit/SettingsPage.tsx'
import { call, callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { typedSecrets } from './sealed-form.ts'

const Key = z.string().max(4000)
const schema = mobileSdkFamily.fields.extend({ apnsKey: Key, fcmKey: Key })
const apple = ['apnsKeyId', 'apnsTeamId', 'apnsBundleId'] as const
const google = ['fcmProjectId', 'fcmClientEmail'] as const
const switches = ['apnsEnabled', 'apnsSandbox', 'fcmEnabled'] as const
const keys = ['apnsKey', 'fcmKey'] as const
const names = [...switches, ...apple, ...google, ...keys] as const
type Name = (typeof names)[number]
type Fields = Record<Name, unknown>

const read = async (signal?: AbortSignal) => {
  const { value, etag } = await callWithEtag(readMobileSdk, signal ? { signal } : {})
  const { secretsPresent: _present, ...settings } = value
  return { value: { ...settings, apnsKey: '', fcmKey: '' }, etag }
}

const save = ({ apnsKey, fcmKey, ...settings }: z.output<typeof schema>, etag: string | null) =>
  call(updateMobileSdk, {
    body: { ...settings, ...typedSecrets({ apnsKey, fcmKey }) },
    ifMatch: etag ?? undefined,
  })

/** How apps of the tenant's own are woken by the services of the phones' makers. */
const SoftTokenSdkPage = () => {
  const text = useText('settings')
  const label = (name: Name): string => text(`settings:softTokenSdk.fields.${name}`)
  const line = (name: Name) => <FormText<Fields> key={name} name={name} label={label(name)} />
  const key = (name: (typeof keys)[number]) => (
    <FormText<Fields>
      name={name}
      label={label(name)}
      hint={text(`settings:softTokenSdk.hints.${name}`)}
      rows={3}
      maxLength={4000}
    />
  )
  return (
    <SettingsPage
      title={text('common:pages.softTokenSdk')}
      description={text('settings:softTokenSdk.text')}
      queryKey={['settings', 'mobilesdk']}
      labels={Object.fromEntries(names.map((name) => [name, label(name)]))}
      {...{ schema, read, save }}
    >
      <FormToggle<Fields> name="apnsEnabled" label={label('apnsEnabled')} />
      {apple.map(line)}
      {key('apnsKey')}
      <FormToggle<Fields> name="apnsSandbox" label={label('apnsSandbox')} />
      <FormToggle<Fields> name="fcmEnabled" label={label('fcmEnabled')} />
      {google.map(line)}
      {key('fcmKey')}
    </SettingsPage>
  )
}

export default SoftTokenSdkPage
