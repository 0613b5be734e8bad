import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import { DeletionMenu } from '../../../kit/deletion.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useRoleWords } from '../../../pickers/role-words.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import type { RoleDetail } from './role-forms.ts'
import { roles } from './roles.queries.ts'

/** Copy, and delete what is not built in. */
export const RoleActions = ({ role }: { readonly role: RoleDetail }) => {
  const text = useText('members')
  const may = useMay()
  const { nameOf } = useRoleWords()
  const { id, name, builtIn, roleType } = role
  return (
    <>
      {may(['ROLES', 'ADD']) && roleType === 'ADMIN' && (
        <Button icon={<CopyIcon fontSize="small" />} to={`/role/add?from=${id}`}>
          {text('members:roles.copy')}
        </Button>
      )}
      {builtIn === null && roleType === 'ADMIN' && (
        <DeletionMenu
          entity={roles}
          id={id}
          name={nameOf(role)}
          typed={name}
          needs={['ROLES', 'REMOVE']}
          texts={{
            title: text('members:roles.deletes.title'),
            action: text('members:roles.deletes.action'),
            text: text('members:roles.deletes.text'),
            done: text('members:roles.deletes.done', { name }),
          }}
          listPath="/roles"
        />
      )}
    </>
  )
}
