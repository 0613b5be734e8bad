import { formOf } from '@signet/contract/kit/settings-family'
import {
  readUserNotificationSettings,
  updateUserNotificationSettings,
  userNotificationFamily,
} from '@signet/contract/settings/user-notification'
import { FormToggle } from '../../../kit/form-fields.tsx'
import { SettingsPage } from '../../../kit/SettingsPage.tsx'
import { callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'

const schema = formOf(userNotificationFamily)
const names = [
  'newDevice',
  'passwordChanged',
  'tokenAdded',
  'tokenRemoved',
  'passkeyAdded',
  'passkeyRemoved',
  'recoveryCodesCreated',
  'recoveryCodesRemoved',
] as const
type Name = (typeof names)[number]
type Fields = Record<Name, unknown>

const UserNotificationPage = () => {
  const text = useText('settings')
  const label = (name: Name): string => text(`settings:notices.fields.${name}`)
  return (
    <SettingsPage
      title={text('common:pages.userNotificationSettings')}
      description={text('settings:notices.text')}
      queryKey={['settings', 'user/notification']}
      schema={schema}
      defaults={userNotificationFamily.defaults}
      read={(signal) => callWithEtag(readUserNotificationSettings, { signal })}
      save={(body, etag) =>
        callWithEtag(updateUserNotificationSettings, { body, ifMatch: etag ?? undefined })
      }
      labels={Object.fromEntries(names.map((name) => [name, label(name)]))}
    >
      {names.map((name) => (
        <FormToggle<Fields> key={name} name={name} label={label(name)} />
      ))}
    </SettingsPage>
  )
}

export default UserNotificationPage
