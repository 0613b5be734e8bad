import { formOf } from '@signet/contract/kit/settings-family'
import {
  generalFamily,
  readGeneralSettings,
  updateGeneralSettings,
} from '@signet/contract/settings/general'
import { withinBounds } from '../../../kit/durations.ts'
import { FormDuration } from '../../../kit/FormDuration.tsx'
import { optionsOf } from '../../../kit/fields.ts'
import { FormNumber, FormSelect, FormToggle } from '../../../kit/form-fields.tsx'
import { SettingsForm } from '../../../kit/SettingsForm.tsx'
import { callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { TryChange } from '../../../pickers/what-ifs/TryChange.tsx'

const { fields } = generalFamily
const { shape } = fields
const ms = { storedIn: 'ms' } as const
const schema = formOf({
  ...generalFamily,
  fields: fields.extend({
    sessionIdleMillis: withinBounds(shape.sessionIdleMillis.unwrap(), ms).nullable(),
    sessionAbsoluteMillis: withinBounds(shape.sessionAbsoluteMillis.unwrap(), ms).nullable(),
    stepUpMillis: withinBounds(shape.stepUpMillis, ms),
    passwordLockMillis: withinBounds(shape.passwordLockMillis, ms),
  }),
})

/** Of all that is typed, when passwords lock: nothing else is judged again. */
const changeOf = (typed: unknown) => ({
  kind: 'LOCKOUT' as const,
  settings: fields.pick({ passwordAttempts: true, passwordLockMillis: true }).parse(typed),
})

const names = [
  'emailSignIn',
  'sessionIdleMillis',
  'sessionAbsoluteMillis',
  'sessionsPerUser',
  'whenSessionsFull',
  'stepUpMillis',
  'passwordAttempts',
  'passwordLockMillis',
] as const
type Name = (typeof names)[number]
type Fields = Record<Name, unknown>

/** How many sessions one person may have, and what becomes of one more. */
const LimitFields = () => {
  const text = useText('settings')
  return (
    <>
      <FormNumber<Fields>
        name="sessionsPerUser"
        label={text('settings:general.fields.sessionsPerUser')}
        hint={text('settings:general.hints.sessionsPerUser')}
      />
      <FormSelect<Fields>
        name="whenSessionsFull"
        label={text('settings:general.fields.whenSessionsFull')}
        hint={text('settings:general.hints.whenSessionsFull')}
        options={optionsOf(shape.whenSessionsFull.options, (value) =>
          text(`settings:general.whenSessionsFull.${value}`),
        )}
      />
    </>
  )
}

/** How long sessions last, and what wrong passwords lead to. */
export const SessionsForm = () => {
  const text = useText('settings')
  const label = (name: Name): string => text(`settings:general.fields.${name}`)
  const hint = (name: Name): string => text(`settings:general.hints.${name}`)
  const duration = (name: Extract<Name, `${string}Millis`>) => (
    <FormDuration<Fields> name={name} label={label(name)} hint={hint(name)} storedIn="ms" />
  )
  return (
    <SettingsForm
      queryKey={['settings', 'general']}
      schema={schema}
      defaults={generalFamily.defaults}
      read={(signal) => callWithEtag(readGeneralSettings, { signal })}
      save={(body, etag) =>
        callWithEtag(updateGeneralSettings, { body, ifMatch: etag ?? undefined })
      }
      actions={<TryChange changeOf={changeOf} />}
      labels={Object.fromEntries(names.map((name) => [name, label(name)]))}
    >
      <FormToggle<Fields>
        name="emailSignIn"
        label={label('emailSignIn')}
        hint={hint('emailSignIn')}
      />
      {duration('sessionIdleMillis')}
      {duration('sessionAbsoluteMillis')}
      <LimitFields />
      {duration('stepUpMillis')}
      <FormNumber<Fields>
        name="passwordAttempts"
        label={label('passwordAttempts')}
        hint={hint('passwordAttempts')}
      />
      {duration('passwordLockMillis')}
    </SettingsForm>
  )
}
