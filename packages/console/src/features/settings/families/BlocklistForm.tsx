import { formOf } from '@signet/contract/kit/settings-family'
import {
  blocklistFamily,
  readBlocklist,
  updateBlocklist,
} from '@signet/contract/settings/blocklist'
import { addressInLine } from '@signet/rules/host-of'
import { FormLines } from '../../../kit/FormLines.tsx'
import { SettingsForm } from '../../../kit/SettingsForm.tsx'
import { callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'

const schema = formOf(blocklistFamily)
const names = ['addresses', 'userIds'] as const
type Name = (typeof names)[number]
type Fields = Record<Name, unknown>

/** Who is refused at every sign-in. */
export const BlocklistForm = () => {
  const text = useText('settings')
  const label = (name: Name): string => text(`settings:blocklist.fields.${name}`)
  return (
    <SettingsForm
      queryKey={['settings', 'blocklist']}
      schema={schema}
      defaults={blocklistFamily.defaults}
      read={(signal) => callWithEtag(readBlocklist, { signal })}
      save={(body, etag) => callWithEtag(updateBlocklist, { body, ifMatch: etag ?? undefined })}
      labels={Object.fromEntries(names.map((name) => [name, label(name)]))}
    >
      {names.map((name) => (
        <FormLines<Fields>
          key={name}
          name={name}
          label={label(name)}
          hint={text(`settings:blocklist.hints.${name}`)}
          {...(name === 'addresses' ? { reads: addressInLine } : {})}
        />
      ))}
    </SettingsForm>
  )
}
