import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { oneQuery } from '../../../kit/entity.ts'
import { QueryView } from '../../../kit/QueryView.tsx'
import { type PageTab, TabbedPage } from '../../../kit/TabbedPage.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { useRoleWords } from '../../../pickers/role-words.ts'
import { Tag } from '../../../ui/Tag.tsx'
import { HoldersTab } from './HoldersTab.tsx'
import { RoleActions } from './RoleActions.tsx'
import { RoleTab } from './RoleTab.tsx'
import type { RoleDetail } from './role-forms.ts'
import { rolePath, roles } from './roles.queries.ts'

interface LoadedProps {
  readonly read: Tagged<RoleDetail>
  readonly tab: string | undefined
}

const useTabs = (read: Tagged<RoleDetail>): readonly PageTab[] => {
  const text = useText('members')
  return [
    {
      key: 'permissions',
      label: text('members:roles.tabs.permissions'),
      content: () => <RoleTab read={read} />,
    },
    {
      key: 'holders',
      label: text('members:roles.tabs.holders'),
      needs: ['USERS', 'VIEW'],
      content: () => <HoldersTab role={read.value} />,
    },
  ]
}

const Loaded = ({ read, tab }: LoadedProps) => {
  const text = useText('members')
  const { nameOf } = useRoleWords()
  const role = read.value
  return (
    <TabbedPage
      title={nameOf(role)}
      tag={role.builtIn !== null && <Tag label={text('members:roles.origin.builtIn')} />}
      actions={<RoleActions role={role} />}
      base={rolePath(role.id)}
      tab={tab}
      tabs={useTabs(read)}
    />
  )
}

/** One role, the tabs in the address. */
const RolePage = () => {
  const { roleId = '', tab } = useParams()
  return (
    <QueryView query={useQuery(oneQuery(roles, roleId))} isPage>
      {(read) => <Loaded read={read} tab={tab} />}
    </QueryView>
  )
}

export default RolePage
