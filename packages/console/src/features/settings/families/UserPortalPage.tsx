import { formOf } from '@signet/contract/kit/settings-family'
import {
  readUserPortalSettings,
  updateUserPortalSettings,
  userPortalFamily,
} from '@signet/contract/settings/userportal'
import { userTabNames, userTabs } from '@signet/rules/users'
import { FormSelect, FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { SettingsPage } from '../../../kit/SettingsPage.tsx'
import { callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { OtherAppFields, useAppLabels } from './OtherAppFields.tsx'

const { defaults } = userPortalFamily
const schema = formOf(userPortalFamily)

type Name = `userTabConfiguration.${string}` | 'userGuideUrl'
type Fields = Record<Name, unknown>

const tabField = 'userTabConfiguration'

const usePortalWords = () => {
  const text = useText('settings')
  const tab = (name: (typeof userTabNames)[number]): string => text(`settings:portal.tab.${name}`)
  return {
    text,
    tab,
    label: (name: 'defaultTab' | 'userGuideUrl'): string => text(`settings:portal.fields.${name}`),
    shown: (name: (typeof userTabNames)[number]): string =>
      text('settings:portal.show', { tab: tab(name) }),
  }
}

/** Every field by its name in the form. */
const useLabels = (): Readonly<Record<string, string>> => {
  const { label, shown } = usePortalWords()
  const { labels } = useAppLabels()
  return {
    ...labels,
    userGuideUrl: label('userGuideUrl'),
    [`${tabField}.defaultTab`]: label('defaultTab'),
    ...Object.fromEntries(
      userTabNames.map((name) => [`${tabField}.${userTabs[name]}`, shown(name)]),
    ),
  }
}

const UserPortalPage = () => {
  const { text, tab, label, shown } = usePortalWords()
  return (
    <SettingsPage
      title={text('common:pages.userPortalSettings')}
      description={text('settings:portal.text')}
      queryKey={['settings', 'userportal']}
      schema={schema}
      defaults={defaults}
      read={(signal) => callWithEtag(readUserPortalSettings, { signal })}
      save={(body, etag) =>
        callWithEtag(updateUserPortalSettings, { body, ifMatch: etag ?? undefined })
      }
      labels={useLabels()}
    >
      <FormSelect<Fields>
        name={`${tabField}.defaultTab`}
        label={label('defaultTab')}
        options={userTabNames.map((value) => ({ value, label: tab(value) }))}
      />
      {userTabNames.map((name) => (
        <FormToggle<Fields> key={name} name={`${tabField}.${userTabs[name]}`} label={shown(name)} />
      ))}
      <FormText<Fields>
        name="userGuideUrl"
        type="url"
        label={label('userGuideUrl')}
        hint={text('settings:portal.hints.userGuideUrl')}
        whenEmpty={null}
      />
      <OtherAppFields />
    </SettingsPage>
  )
}

export default UserPortalPage
