import {
  deleteMobileSdk,
  mobileSdkFamily,
  readMobileSdk,
  updateMobileSdk,
} from '@signet/contract/settings/mobilesdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { SettingsPage } from '../../../kit/SettingsPage.tsx'
import { call, callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Section } from '../../../ui/Page.tsx'
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

const queryKey = ['settings', 'mobilesdk']

/** The way back from waking apps: keys that nobody uses should not be kept. */
const ForgetSection = () => {
  const text = useText('settings')
  const client = useQueryClient()
  const mayEdit = useMay()(['SETTINGS', 'EDIT'])
  const [isAsking, setIsAsking] = useState(false)
  const title = text('settings:softTokenSdk.forget')
  const forget = async (): Promise<void> => {
    await call(deleteMobileSdk)
    await client.resetQueries({ queryKey })
    showMessage(text('settings:softTokenSdk.forgotten'))
  }
  if (!mayEdit) return null
  return (
    <Section title={title} description={text('settings:softTokenSdk.forgetText')}>
      <Button onClick={() => setIsAsking(true)}>{title}</Button>
      {isAsking && (
        <ConfirmAction
          title={title}
          confirmLabel={title}
          isDestructive
          onConfirm={forget}
          onClose={() => setIsAsking(false)}
        >
          {text('settings:softTokenSdk.forgetText')}
        </ConfirmAction>
      )}
    </Section>
  )
}

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
    <>
      <SettingsPage
        title={text('common:pages.softTokenSdk')}
        description={text('settings:softTokenSdk.text')}
        queryKey={queryKey}
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
      <ForgetSection />
    </>
  )
}

export default SoftTokenSdkPage
