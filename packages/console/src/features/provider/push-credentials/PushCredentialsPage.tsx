import {
  pushCredentialsFamily,
  readPushCredentials,
  testPushCredentials,
  updatePushCredentials,
} from '@signet/contract/provider/push-credentials'
import { z } from 'zod'
import { FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { SettingsPage } from '../../../kit/SettingsPage.tsx'
import { call, callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { CredentialTest } from '../../../pickers/provider-credentials/CredentialTest.tsx'
import { SecretField } from '../../../pickers/provider-credentials/SecretField.tsx'
import { typedSecrets } from '../../../pickers/provider-credentials/typed-secrets.ts'

const Key = z.string().max(16_000)
const schema = pushCredentialsFamily.fields.extend({
  apnsKey: Key,
  fcmKey: Key,
  secretsSet: readPushCredentials.answer.shape.secretsSet,
})
const apple = ['apnsKeyId', 'apnsTeamId', 'apnsBundleId'] as const
const google = ['fcmProjectId', 'fcmClientEmail'] as const
const switches = ['apnsEnabled', 'apnsSandbox', 'fcmEnabled'] as const
const keys = ['apnsKey', 'fcmKey'] as const
const names = [...switches, ...apple, ...google, ...keys] as const
type Name = (typeof names)[number]
type Fields = Record<Name, unknown>

const read = async (signal?: AbortSignal) => {
  const { value, etag } = await callWithEtag(readPushCredentials, signal ? { signal } : {})
  return { value: { ...value, apnsKey: '', fcmKey: '' }, etag }
}

type Values = z.output<typeof schema>

const save = ({ apnsKey, fcmKey, secretsSet: _set, ...settings }: Values, etag: string | null) =>
  call(updatePushCredentials, {
    body: { ...settings, ...typedSecrets({ apnsKey, fcmKey }) },
    ifMatch: etag ?? undefined,
  })

const needs = ['PUSHCREDENTIALS', 'EDIT'] as const

const FormFields = ({ label }: { readonly label: (name: Name) => string }) => {
  const text = useText('settings')
  const line = (name: Name) => <FormText<Fields> key={name} name={name} label={label(name)} />
  const key = (name: (typeof keys)[number]) => (
    <SecretField<Fields>
      name={name}
      label={label(name)}
      hint={text(`settings:softTokenSdk.hints.${name}`)}
      rows={3}
    />
  )
  return (
    <>
      <FormToggle<Fields> name="apnsEnabled" label={label('apnsEnabled')} />
      {apple.map(line)}
      {key('apnsKey')}
      <FormToggle<Fields> name="apnsSandbox" label={label('apnsSandbox')} />
      <FormToggle<Fields> name="fcmEnabled" label={label('fcmEnabled')} />
      {google.map(line)}
      {key('fcmKey')}
    </>
  )
}

/** By what apps of tenants are woken that have no credentials of their own. */
const PushCredentialsPage = () => {
  const text = useText('settings', 'serviceProvider')
  const label = (name: Name): string => text(`settings:softTokenSdk.fields.${name}`)
  const test = (service: 'APNS' | 'FCM') => ({
    label: text(`serviceProvider:push.tests.${service}`),
    run: () => call(testPushCredentials, { body: { service } }),
  })
  return (
    <>
      <SettingsPage
        title={text('common:pages.pushCredentials')}
        description={text('serviceProvider:push.text')}
        queryKey={['push-credentials']}
        labels={Object.fromEntries(names.map((name) => [name, label(name)]))}
        {...{ needs, schema, read, save }}
      >
        <FormFields label={label} />
      </SettingsPage>
      <CredentialTest
        needs={needs}
        description={text('serviceProvider:push.testText')}
        tests={[test('APNS'), test('FCM')]}
      />
    </>
  )
}

export default PushCredentialsPage
