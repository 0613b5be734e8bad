import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { oneQuery } from '../../../kit/entity.ts'
import { QueryView } from '../../../kit/QueryView.tsx'
import { type PageTab, TabbedPage } from '../../../kit/TabbedPage.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { DecisionsList } from '../../../pickers/decisions/DecisionsList.tsx'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ActivityTab } from './ActivityTab.tsx'
import { AuthenticatorsTab } from './AuthenticatorsTab.tsx'
import { GroupsTab, OrganizationsTab } from './belongings.tsx'
import { GrantsTab } from './GrantsTab.tsx'
import { OauthRolesSection } from './OauthRolesSection.tsx'
import { ProfileTab } from './ProfileTab.tsx'
import { RightsTab } from './RightsTab.tsx'
import { RiskTab } from './RiskTab.tsx'
import { RolesTab } from './RolesTab.tsx'
import { UserActions } from './UserActions.tsx'
import { UserStatus } from './user-columns.tsx'
import { type UserDetail, userPath } from './user-types.ts'
import { users } from './users.queries.ts'

const RolesAndOauthRoles = ({ user }: { readonly user: UserDetail }) => {
  const may = useMay()
  return (
    <>
      <RolesTab user={user} />
      {may(['OAUTHROLES', 'VIEW']) && <OauthRolesSection user={user} />}
    </>
  )
}

const useBelongings = (read: Tagged<UserDetail>): readonly PageTab[] => {
  const text = useText('members')
  return [
    {
      key: 'groups',
      label: text('members:users.tabs.groups'),
      content: () => <GroupsTab read={read} />,
    },
    {
      key: 'organizations',
      label: text('members:users.tabs.organizations'),
      needs: ['ORGANIZATIONS', 'VIEW'],
      content: () => <OrganizationsTab read={read} />,
    },
    {
      key: 'applications',
      label: text('members:users.tabs.grants'),
      content: () => <GrantsTab user={read.value} />,
    },
  ]
}

/** How their sign-ins were judged, and what they are judged by. */
const useRiskTabs = (user: UserDetail): readonly PageTab[] => {
  const text = useText('members')
  const title = text('members:risk.signIns')
  return [
    {
      key: 'signins',
      label: title,
      content: () => <DecisionsList title={title} userId={user.id} />,
    },
    { key: 'risk', label: text('members:risk.tab'), content: () => <RiskTab user={user} /> },
  ]
}

const useTabs = (read: Tagged<UserDetail>): readonly PageTab[] => {
  const text = useText('members')
  const belongings = useBelongings(read)
  const user = read.value
  return [
    {
      key: 'profile',
      label: text('members:users.tabs.profile'),
      content: () => <ProfileTab read={read} />,
    },
    {
      key: 'authenticators',
      label: text('members:users.tabs.authenticators'),
      content: () => <AuthenticatorsTab user={user} />,
    },
    ...belongings,
    {
      key: 'roles',
      label: text('members:users.tabs.roles'),
      needs: ['ROLES', 'VIEW'],
      content: () => <RolesAndOauthRoles user={user} />,
    },
    {
      key: 'rights',
      label: text('members:users.tabs.rights'),
      needs: ['ROLES', 'VIEW'],
      content: () => <RightsTab user={user} />,
    },
    ...useRiskTabs(user),
    {
      key: 'activity',
      label: text('members:users.tabs.activity'),
      needs: ['REPORTS', 'VIEW'],
      content: () => <ActivityTab user={user} />,
    },
  ]
}

interface LoadedProps {
  readonly read: Tagged<UserDetail>
  readonly tab: string | undefined
}

const Loaded = ({ read, tab }: LoadedProps) => {
  const text = useText('members')
  const may = useMay()
  const user = read.value
  return (
    <TabbedPage
      title={user.displayName}
      id={{ value: user.userId, copyLabel: text('members:users.copyUserId') }}
      tag={<UserStatus user={user} />}
      actions={
        <>
          {may(['CONTEXTRULES', 'VIEW']) && (
            <Button kind="plain" to={`/weakestway?user=${user.id}`}>
              {text('common:pages.weakestWay')}
            </Button>
          )}
          <UserActions user={user} />
        </>
      }
      base={userPath(user.id)}
      tab={tab}
      tabs={useTabs(read)}
    />
  )
}

/** One user, the tabs in the address. */
const UserPage = () => {
  const { userId = '', tab } = useParams()
  const query = useQuery(oneQuery(users, userId))
  return (
    <QueryView query={query} isPage>
      {(read) => <Loaded read={read} tab={tab} />}
    </QueryView>
  )
}

export default UserPage
