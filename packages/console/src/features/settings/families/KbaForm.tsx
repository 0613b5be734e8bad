import { formOf } from '@signet/contract/kit/settings-family'
import { kbaFamily, readKbaSettings, updateKbaSettings } from '@signet/contract/settings/kba'
import { FormNumber, FormToggle } from '../../../kit/form-fields.tsx'
import { SettingsForm } from '../../../kit/SettingsForm.tsx'
import { callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'

const schema = formOf(kbaFamily)
const names = [
  'maximumNumberOfQuestions',
  'minimumNumberOfQuestions',
  'questionsAsked',
  'minimumAnswerLength',
  'ownQuestions',
  'passwordReset',
] as const
type Name = (typeof names)[number]
type Fields = Record<Name, unknown>

/** Whether and how people are asked what they know. */
export const KbaForm = () => {
  const text = useText('settings')
  const label = (name: Name): string => text(`settings:kba.fields.${name}`)
  return (
    <SettingsForm
      queryKey={['settings', 'kba']}
      schema={schema}
      defaults={kbaFamily.defaults}
      read={(signal) => callWithEtag(readKbaSettings, { signal })}
      save={(body, etag) => callWithEtag(updateKbaSettings, { body, ifMatch: etag ?? undefined })}
      labels={Object.fromEntries(names.map((name) => [name, label(name)]))}
    >
      <FormNumber<Fields>
        name="maximumNumberOfQuestions"
        label={label('maximumNumberOfQuestions')}
        hint={text('settings:kba.hints.maximumNumberOfQuestions')}
      />
      <FormNumber<Fields>
        name="minimumNumberOfQuestions"
        label={label('minimumNumberOfQuestions')}
      />
      <FormNumber<Fields> name="questionsAsked" label={label('questionsAsked')} />
      <FormNumber<Fields> name="minimumAnswerLength" label={label('minimumAnswerLength')} />
      <FormToggle<Fields> name="ownQuestions" label={label('ownQuestions')} />
      <FormToggle<Fields>
        name="passwordReset"
        label={label('passwordReset')}
        hint={text('settings:kba.hints.passwordReset')}
      />
    </SettingsForm>
  )
}
