import { setUserGroups } from '@signet/contract/identity/user-groups'
import { setUserOrganizations } from '@signet/contract/identity/user-organizations'
import { useQueryClient } from '@tanstack/react-query'
import { call, type Tagged } from '../../../lib/call.ts'
import { GroupPicker } from '../../../pickers/GroupPicker.tsx'
import { OrganizationPicker } from '../../../pickers/OrganizationPicker.tsx'
import { useMay } from '../../../session/session-context.tsx'
import { BelongingsTab } from './BelongingsTab.tsx'
import type { UserDetail } from './user-types.ts'

interface TabProps {
  readonly read: Tagged<UserDetail>
}

/** The user's ETag changes with it: they are read anew. */
const useSaved = () => {
  const client = useQueryClient()
  return () =>
    Promise.all(
      ['users', 'groups', 'organizations'].map((subject) =>
        client.invalidateQueries({ queryKey: [subject] }),
      ),
    )
}

const groupPath = (id: string): string => `/groups/${id}`
const organizationPath = (id: string): string => `/organizations/${id}`

export const GroupsTab = ({ read: { value: user, etag } }: TabProps) => {
  const may = useMay()
  const saved = useSaved()
  const save = async (groups: readonly string[]): Promise<void> => {
    const given = { params: { userid: user.id }, body: { groups: [...groups] } }
    await call(setUserGroups, { ...given, ifMatch: etag ?? undefined })
    await saved()
  }
  return (
    <BelongingsTab
      kind="groups"
      held={user.groups}
      pathOf={groupPath}
      mayOpen={may(['GROUPS', 'VIEW'])}
      picker={GroupPicker}
      {...{ user, save }}
    />
  )
}

export const OrganizationsTab = ({ read: { value: user, etag } }: TabProps) => {
  const may = useMay()
  const saved = useSaved()
  const save = async (organizations: readonly string[]): Promise<void> => {
    const given = { params: { userid: user.id }, body: { organizations: [...organizations] } }
    await call(setUserOrganizations, { ...given, ifMatch: etag ?? undefined })
    await saved()
  }
  return (
    <BelongingsTab
      kind="organizations"
      held={user.organizations}
      pathOf={organizationPath}
      mayOpen={may(['ORGANIZATIONS', 'VIEW'])}
      picker={OrganizationPicker}
      {...{ user, save }}
    />
  )
}
