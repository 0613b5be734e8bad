import { formOf } from '@signet/contract/kit/settings-family'
import {
  blacklistedPasswordsFamily,
  readBlacklistedPasswords,
  updateBlacklistedPasswords,
} from '@signet/contract/settings/blacklistedpasswords'
import { FormLines } from '../../../kit/FormLines.tsx'
import { SettingsForm } from '../../../kit/SettingsForm.tsx'
import { callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'

const schema = formOf(blacklistedPasswordsFamily)
type Fields = Record<'words', unknown>

/** Words that no password may contain. */
export const WordsForm = () => {
  const text = useText('settings')
  const label = text('settings:words.fields.words')
  return (
    <SettingsForm
      queryKey={['settings', 'blacklistedpasswords']}
      schema={schema}
      defaults={blacklistedPasswordsFamily.defaults}
      read={(signal) => callWithEtag(readBlacklistedPasswords, { signal })}
      save={(body, etag) =>
        callWithEtag(updateBlacklistedPasswords, { body, ifMatch: etag ?? undefined })
      }
      labels={{ words: label }}
    >
      <FormLines<Fields>
        name="words"
        label={label}
        hint={text('settings:words.hints.words')}
        rows={10}
      />
    </SettingsForm>
  )
}
