import { mailServerOf } from '@signet/rules/host-of'
import { useQuery } from '@tanstack/react-query'
import { useFormContext } from 'react-hook-form'
import { labelsOf, optionsOf } from '../../../kit/fields.ts'
import { FormNumber, FormSelect, FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import { type ServerValues, serverQuery } from './email-server.queries.ts'

const names = [
  'enabled',
  'host',
  'port',
  'security',
  'authentication',
  'user',
  'password',
  'fromAddress',
  'fromName',
  'replyTo',
  'clientId',
  'clientSecret',
  'authorizeUrl',
  'tokenUrl',
  'scope',
] as const

/** The names of the fields as people see them. */
export const useServerLabels = (): Readonly<Record<(typeof names)[number], string>> => {
  const text = useText('settings')
  const label = (name: (typeof names)[number]) => text(`settings:email.fields.${name}`)
  return labelsOf(names, label)
}

const securities = ['STARTTLS', 'IMPLICIT', 'NONE'] as const
const authentications = ['PASSWORD', 'OAUTH', 'NONE'] as const

/** Whether a secret is kept, said under its field. */
const useSecretHint = (name: 'password' | 'clientSecret'): string => {
  const text = useText('settings')
  const { data } = useQuery(serverQuery)
  const isPresent = data?.secretsPresent.includes(name) ?? false
  return text(isPresent ? 'settings:email.secretKept' : 'settings:email.secretMissing')
}

const OAuthFields = () => {
  const labels = useServerLabels()
  const text = useText('settings')
  const hint = useSecretHint('clientSecret')
  return (
    <>
      <FormText name="clientId" label={labels.clientId} isRequired />
      <FormText
        name="clientSecret"
        type="password"
        autoComplete="new-password"
        label={labels.clientSecret}
        hint={hint}
      />
      <FormText name="authorizeUrl" type="url" label={labels.authorizeUrl} />
      <FormText name="tokenUrl" type="url" label={labels.tokenUrl} isRequired />
      <FormText name="scope" label={labels.scope} hint={text('settings:email.scopeHint')} />
    </>
  )
}

const PasswordField = () => {
  const { password } = useServerLabels()
  const hint = useSecretHint('password')
  return (
    <FormText
      name="password"
      type="password"
      autoComplete="new-password"
      {...{ label: password, hint }}
    />
  )
}

/** The server; of a URL that is pasted, port and security go to their own fields. */
const HostField = () => {
  const text = useText('settings')
  const { host } = useServerLabels()
  const { setValue } = useFormContext<ServerValues>()
  const reads = (typed: string): string => {
    const parts = mailServerOf(typed)
    if (parts?.port) setValue('port', parts.port, { shouldDirty: true })
    if (parts?.security) setValue('security', parts.security, { shouldDirty: true })
    return parts?.host ?? typed
  }
  return <FormText name="host" label={host} hint={text('settings:email.hostHint')} reads={reads} />
}

/** Where mail goes, who signs in there, and as whom mail comes. */
export const ServerFields = () => {
  const text = useText('settings')
  const labels = useServerLabels()
  const { watch } = useFormContext<ServerValues>()
  const authentication = watch('authentication')
  return (
    <>
      <FormToggle name="enabled" label={labels.enabled} hint={text('settings:email.enabledHint')} />
      <HostField />
      <FormNumber name="port" label={labels.port} />
      <FormSelect
        name="security"
        label={labels.security}
        options={optionsOf(securities, (value) => text(`settings:email.securities.${value}`))}
      />
      <FormText name="fromAddress" type="email" label={labels.fromAddress} />
      <FormText name="fromName" label={labels.fromName} />
      <FormText
        name="replyTo"
        type="email"
        label={labels.replyTo}
        hint={text('settings:email.replyToHint')}
      />
      <FormSelect
        name="authentication"
        label={labels.authentication}
        options={optionsOf(authentications, (value) =>
          text(`settings:email.authentications.${value}`),
        )}
      />
      {authentication !== 'NONE' && <FormText name="user" label={labels.user} autoComplete="off" />}
      {authentication === 'PASSWORD' && <PasswordField />}
      {authentication === 'OAUTH' && <OAuthFields />}
    </>
  )
}
