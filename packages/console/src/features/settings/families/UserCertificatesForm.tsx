import { formOf } from '@signet/contract/kit/settings-family'
import {
  certificateNames,
  certificateOwners,
  readUserCertSettings,
  updateUserCertSettings,
  userCertFamily,
} from '@signet/contract/settings/usercertauthenticator'
import { FormLines } from '../../../kit/FormLines.tsx'
import { FormSelect, FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { SettingsForm } from '../../../kit/SettingsForm.tsx'
import { callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'

const schema = formOf(userCertFamily)
const names = [
  'enabled',
  'trustAnchors',
  'nameFrom',
  'nameIs',
  'clientAuthRequired',
  'refused',
] as const
type Name = (typeof names)[number]
type Fields = Record<Name, unknown>

const useWords = () => {
  const text = useText('settings')
  return {
    label: (name: Name): string => text(`settings:userCertificates.fields.${name}`),
    hint: (name: 'trustAnchors' | 'refused'): string =>
      text(`settings:userCertificates.hints.${name}`),
    word: (value: (typeof certificateNames | typeof certificateOwners)[number]) => ({
      value,
      label: text(`settings:userCertificates.names.${value}`),
    }),
  }
}

/** As whom a certificate signs in. */
const OwnerFields = () => {
  const { label, word } = useWords()
  return (
    <>
      <FormSelect<Fields>
        name="nameFrom"
        label={label('nameFrom')}
        options={certificateNames.map(word)}
      />
      <FormSelect<Fields>
        name="nameIs"
        label={label('nameIs')}
        options={certificateOwners.map(word)}
      />
    </>
  )
}

/** Whose certificates sign in, and as whom. */
export const UserCertificatesForm = () => {
  const { label, hint } = useWords()
  return (
    <SettingsForm
      queryKey={['settings', 'usercertauthenticator']}
      schema={schema}
      defaults={userCertFamily.defaults}
      read={(signal) => callWithEtag(readUserCertSettings, { signal })}
      save={(body, etag) =>
        callWithEtag(updateUserCertSettings, { body, ifMatch: etag ?? undefined })
      }
      labels={Object.fromEntries(names.map((name) => [name, label(name)]))}
    >
      <FormToggle<Fields> name="enabled" label={label('enabled')} />
      <FormText<Fields>
        name="trustAnchors"
        label={label('trustAnchors')}
        hint={hint('trustAnchors')}
        rows={8}
      />
      <OwnerFields />
      <FormToggle<Fields> name="clientAuthRequired" label={label('clientAuthRequired')} />
      <FormLines<Fields> name="refused" label={label('refused')} hint={hint('refused')} rows={4} />
    </SettingsForm>
  )
}
