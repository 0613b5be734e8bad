import { formOf } from '@signet/contract/kit/settings-family'
import { fidoFamily, readFidoSettings, updateFidoSettings } from '@signet/contract/settings/fido'
import { originInLine } from '@signet/rules/host-of'
import { FormLines } from '../../../kit/FormLines.tsx'
import { FormNumber, FormSelect, FormToggle } from '../../../kit/form-fields.tsx'
import { SettingsForm } from '../../../kit/SettingsForm.tsx'
import { callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'

const schema = formOf(fidoFamily)
const names = [
  'passkeyEnabled',
  'userVerification',
  'residentKey',
  'attachment',
  'maximumPerUser',
  'attestation',
  'metadataRequired',
  'allowedAaguids',
  'blockedAaguids',
  'refuseCompromised',
  'switchOffCloned',
  'relatedOrigins',
] as const
type Name = (typeof names)[number]
type Fields = Record<Name, unknown>

const preferences = ['required', 'preferred', 'discouraged'] as const
const attestations = ['none', 'direct', 'enterprise'] as const
const attachments = ['platform', 'cross-platform'] as const

type OptionName =
  | (typeof preferences)[number]
  | (typeof attestations)[number]
  | (typeof attachments)[number]

const useWords = () => {
  const text = useText('settings')
  return {
    text,
    label: (name: Name): string => text(`settings:passkeys.fields.${name}`),
    options: (values: readonly OptionName[]) =>
      values.map((value) => ({ value, label: text(`settings:passkeys.options.${value}`) })),
  }
}

/** How they are registered and used. */
const UseFields = () => {
  const { text, label, options } = useWords()
  return (
    <>
      <FormToggle<Fields> name="passkeyEnabled" label={label('passkeyEnabled')} />
      {(['userVerification', 'residentKey'] as const).map((name) => (
        <FormSelect<Fields>
          key={name}
          name={name}
          label={label(name)}
          options={options(preferences)}
        />
      ))}
      <FormSelect<Fields>
        name="attachment"
        label={label('attachment')}
        options={options(attachments)}
        placeholder={text('settings:passkeys.options.any')}
      />
      <FormNumber<Fields> name="maximumPerUser" label={label('maximumPerUser')} />
    </>
  )
}

/** Which kinds are taken, and what becomes of those that are not to be trusted. */
const KindFields = () => {
  const { text, label, options } = useWords()
  const kinds = text('settings:passkeys.hints.aaguids')
  return (
    <>
      <FormSelect<Fields>
        name="attestation"
        label={label('attestation')}
        options={options(attestations)}
      />
      <FormToggle<Fields>
        name="metadataRequired"
        label={label('metadataRequired')}
        hint={text('settings:passkeys.hints.metadataRequired')}
      />
      {(['allowedAaguids', 'blockedAaguids'] as const).map((name) => (
        <FormLines<Fields> key={name} name={name} label={label(name)} hint={kinds} rows={3} />
      ))}
      {(['refuseCompromised', 'switchOffCloned'] as const).map((name) => (
        <FormToggle<Fields> key={name} name={name} label={label(name)} />
      ))}
      <FormLines<Fields>
        name="relatedOrigins"
        label={label('relatedOrigins')}
        hint={text('settings:passkeys.hints.relatedOrigins')}
        rows={3}
        reads={originInLine}
      />
    </>
  )
}

/** What passkeys have to be, and which kinds are taken. */
export const PasskeysForm = () => {
  const { label } = useWords()
  return (
    <SettingsForm
      queryKey={['settings', 'fido']}
      schema={schema}
      defaults={fidoFamily.defaults}
      read={(signal) => callWithEtag(readFidoSettings, { signal })}
      save={(body, etag) => callWithEtag(updateFidoSettings, { body, ifMatch: etag ?? undefined })}
      labels={Object.fromEntries(names.map((name) => [name, label(name)]))}
    >
      <UseFields />
      <KindFields />
    </SettingsForm>
  )
}
