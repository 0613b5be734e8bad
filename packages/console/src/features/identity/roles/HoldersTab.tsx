import { useText } from '../../../lib/i18n.ts'
import { PeoplePages } from '../../../pickers/PeoplePages.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Section } from '../../../ui/Page.tsx'
import type { RoleDetail } from './role-forms.ts'

/** Who has the role, page by page. */
export const HoldersTab = ({ role }: { readonly role: RoleDetail }) => {
  const text = useText('members')
  return (
    <Section
      title={text('members:roles.tabs.holders')}
      actions={
        <Button to={`/users?f.role=${role.id}`}>{text('members:roles.holders.open')}</Button>
      }
    >
      <PeoplePages
        whose={{ roleId: role.id }}
        none={text('members:roles.holders.none')}
        tab="/roles"
      />
    </Section>
  )
}
