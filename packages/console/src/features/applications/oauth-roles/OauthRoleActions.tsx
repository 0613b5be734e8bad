import { useDeletion } from '../../../kit/deletion.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { type OauthRoleDetail, useOauthRoleChanges } from './oauth-roles.queries.ts'

/** Deletes it; the service refuses while somebody has it, and says who. */
export const OauthRoleActions = ({ role }: { readonly role: OauthRoleDetail }) => {
  const text = useText('members')
  const { remove } = useOauthRoleChanges()
  const mayRemove = useMay()(['OAUTHROLES', 'REMOVE'])
  const { id, name } = role
  const { action, dialog } = useDeletion({
    name,
    listPath: '/oauthroles',
    onDelete: () => remove.mutateAsync(id),
    texts: {
      title: text('members:roles.deletes.title'),
      action: text('members:roles.deletes.action'),
      text: text('members:roles.deletes.text'),
      done: text('members:roles.deletes.done', { name }),
    },
  })
  return (
    <>
      <ActionMenu
        actions={mayRemove ? [action] : []}
        label={text('common:list.rowActions', { name })}
      />
      {dialog}
    </>
  )
}
