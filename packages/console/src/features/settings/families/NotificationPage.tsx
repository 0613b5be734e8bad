import { formOf } from '@signet/contract/kit/settings-family'
import {
  notificationFamily,
  readNotificationSettings,
  updateNotificationSettings,
} from '@signet/contract/settings/notification'
import { FormLines } from '../../../kit/FormLines.tsx'
import { FormToggle } from '../../../kit/form-fields.tsx'
import { SettingsPage } from '../../../kit/SettingsPage.tsx'
import { callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'

const schema = formOf(notificationFamily)
const switches = [
  'settingsChanged',
  'rolesChanged',
  'administratorsChanged',
  'applicationsChanged',
  'applicationsAttacked',
] as const
const names = ['recipients', ...switches] as const
type Name = (typeof names)[number]
type Fields = Record<Name, unknown>

const NotificationPage = () => {
  const text = useText('settings')
  const label = (name: Name): string => text(`settings:notification.fields.${name}`)
  return (
    <SettingsPage
      title={text('common:pages.notificationSettings')}
      description={text('settings:notification.text')}
      queryKey={['settings', 'notification']}
      schema={schema}
      defaults={notificationFamily.defaults}
      read={(signal) => callWithEtag(readNotificationSettings, { signal })}
      save={(body, etag) =>
        callWithEtag(updateNotificationSettings, { body, ifMatch: etag ?? undefined })
      }
      labels={Object.fromEntries(names.map((name) => [name, label(name)]))}
    >
      <FormLines<Fields>
        name="recipients"
        label={label('recipients')}
        hint={text('settings:notification.hints.recipients')}
      />
      {switches.map((name) => (
        <FormToggle<Fields> key={name} name={name} label={label(name)} />
      ))}
    </SettingsPage>
  )
}

export default NotificationPage
