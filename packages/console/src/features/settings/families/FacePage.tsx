import { formOf } from '@signet/contract/kit/settings-family'
import {
  faceAccountFamily,
  faceFamily,
  readFaceSettings,
  readOnfido,
  updateFaceSettings,
  updateOnfido,
} from '@signet/contract/settings/face'
import { useParams } from 'react-router'
import { z } from 'zod'
import { FormNumber, FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { SettingsForm } from '../../../kit/SettingsForm.tsx'
import { TabbedPage } from '../../../kit/TabbedPage.tsx'
import { call, callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { typedSecrets } from './sealed-form.ts'

const Secret = z.string().max(4000)
const schema = faceAccountFamily.fields.extend({ apiToken: Secret, webhookToken: Secret })
const plain = ['baseUrl', 'registrationWorkflow', 'authenticationWorkflow'] as const
const secret = ['apiToken', 'webhookToken'] as const
const names = [...plain, ...secret] as const
type Name = (typeof names)[number]
type Fields = Record<Name, unknown>

const read = async (signal?: AbortSignal) => {
  const { value, etag } = await callWithEtag(readOnfido, signal ? { signal } : {})
  const { secretsPresent: _present, ...settings } = value
  return { value: { ...settings, apiToken: '', webhookToken: '' }, etag }
}

type Account = z.output<typeof schema>

const save = ({ apiToken, webhookToken, ...settings }: Account, etag: string | null) =>
  call(updateOnfido, {
    body: { ...settings, ...typedSecrets({ apiToken, webhookToken }) },
    ifMatch: etag ?? undefined,
  })

/** The account with the provider. */
const AccountForm = () => {
  const text = useText('settings')
  const label = (name: Name): string => text(`settings:face.fields.${name}`)
  return (
    <SettingsForm
      queryKey={['settings', 'onfido']}
      labels={Object.fromEntries(names.map((name) => [name, label(name)]))}
      {...{ schema, read, save }}
    >
      {plain.map((name) => (
        <FormText<Fields> key={name} name={name} label={label(name)} />
      ))}
      {secret.map((name) => (
        <FormText<Fields>
          key={name}
          name={name}
          type="password"
          autoComplete="new-password"
          label={label(name)}
        />
      ))}
    </SettingsForm>
  )
}

const rules = formOf(faceFamily)
const ruleNames = ['enabled', 'registrationMinutes', 'challengeSeconds'] as const
type RuleFields = Record<(typeof ruleNames)[number], unknown>

/** How faces are registered and asked for. */
const RulesForm = () => {
  const text = useText('settings')
  const label = (name: (typeof ruleNames)[number]) => text(`settings:face.fields.${name}`)
  return (
    <SettingsForm
      queryKey={['settings', 'face']}
      schema={rules}
      defaults={faceFamily.defaults}
      read={(signal) => callWithEtag(readFaceSettings, { signal })}
      save={(body, etag) => callWithEtag(updateFaceSettings, { body, ifMatch: etag ?? undefined })}
      labels={Object.fromEntries(ruleNames.map((name) => [name, label(name)]))}
    >
      <FormToggle<RuleFields> name="enabled" label={label('enabled')} />
      <FormNumber<RuleFields> name="registrationMinutes" label={label('registrationMinutes')} />
      <FormNumber<RuleFields> name="challengeSeconds" label={label('challengeSeconds')} />
    </SettingsForm>
  )
}

const content = { account: () => <AccountForm />, rules: () => <RulesForm /> }

const FacePage = () => {
  const text = useText('settings')
  return (
    <TabbedPage
      title={text('common:pages.faceVerification')}
      base="/settings/onfido"
      tab={useParams().tab}
      tabs={[
        { key: 'account', label: text('settings:face.account'), content: content.account },
        { key: 'faces', label: text('settings:face.rules'), content: content.rules },
      ]}
    />
  )
}

export default FacePage
