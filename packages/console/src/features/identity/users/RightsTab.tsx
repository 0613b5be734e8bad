import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { type EffectiveRights, explainUserRights } from '@signet/contract/identity/roles'
import { isBuilt, permissionActions } from '@signet/rules/permissions'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import { QueryView } from '../../../kit/QueryView.tsx'
import { call } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { useNamedGroups } from '../../../pickers/named-groups.ts'
import { useRoleWords } from '../../../pickers/role-words.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { Section } from '../../../ui/Page.tsx'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import type { UserDetail } from './user-types.ts'

type Rights = z.output<typeof EffectiveRights>
type Permission = Rights['permissions'][number]

const useWords = () => {
  const text = useText('members')
  return {
    entity: ({ entityType }: Permission) => text(`members:roles.entities.${entityType}`),
    action: (action: Permission['action']) => text(`members:roles.actions.${lower[action]}`),
  }
}
const lower = { VIEW: 'view', ADD: 'add', EDIT: 'edit', REMOVE: 'remove' } as const

/** In which groups the rights hold. */
const Reach = ({ rights }: { readonly rights: Rights }) => {
  const text = useText('members')
  const { superAdministrator, groupManagement, groupIds } = rights
  const { named } = useNamedGroups(groupIds)
  if (superAdministrator) {
    return <Notice severity="info">{text('members:users.rights.everything')}</Notice>
  }
  const reach = groupManagement === 'SOME' && groupIds.length === 0 ? 'NOBODY' : groupManagement
  return (
    <Typography variant="body2">
      {text(`members:users.rights.reach.${reach}`, {
        groups: named.map(({ name }) => name).join(', '),
      })}
    </Typography>
  )
}

interface RowsProps {
  readonly rights: Rights
  readonly permissions: readonly Permission[]
}

const Givers = ({ rights, permission }: { rights: Rights; permission: Permission }) => {
  const { nameOf } = useRoleWords()
  const givers = rights.roles.filter(({ id }) => permission.roleIds.includes(id))
  return givers.map((role, at) => (
    <Fragment key={role.id}>
      {at > 0 && ', '}
      <Link to={`/role/${role.id}`}>{nameOf(role)}</Link>
    </Fragment>
  ))
}

/** What the same roles permit on the same things stands in one row. */
const alike = (permissions: readonly Permission[]) =>
  [
    ...Map.groupBy(permissions, ({ entityType, roleIds }) => [entityType, ...roleIds].join(' ')),
  ].flatMap(([, [first, ...rest]]) =>
    first === undefined ? [] : [[first, [first, ...rest].map(({ action }) => action)] as const],
  )

const look = { '& th, & td': { px: { xs: 0.5, sm: 1 }, py: 0.75, fontSize: '0.8125rem' } } as const

const PermissionTable = ({ rights, permissions }: RowsProps) => {
  const text = useText('members')
  const words = useWords()
  const headings = [
    text('members:users.rights.what'),
    text('members:users.rights.action'),
    text('members:users.rights.by'),
  ]
  return (
    <Table sx={look} aria-label={text('members:users.tabs.rights')}>
      <TableHead>
        <TableRow>
          {headings.map((heading) => (
            <TableCell key={heading} component="th" scope="col">
              {heading}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {alike(permissions).map(([permission, actions]) => (
          <TableRow key={`${permission.entityType} ${permission.action}`}>
            <TableCell>{words.entity(permission)}</TableCell>
            <TableCell>{actions.map(words.action).join(', ')}</TableCell>
            <TableCell>
              <Givers {...{ rights, permission }} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

const filters = { display: 'flex', gap: 2, flexWrap: 'wrap', my: 2, '& > *': { flex: '1 1 200px' } }

const Explained = ({ rights }: { readonly rights: Rights }) => {
  const text = useText('members')
  const words = useWords()
  const [typed, setTyped] = useState('')
  const [action, setAction] = useState('')
  const permissions = rights.permissions.filter(
    (each) =>
      isBuilt(each.entityType) &&
      (action === '' || each.action === action) &&
      words.entity(each).toLocaleLowerCase().includes(typed.trim().toLocaleLowerCase()),
  )
  if (rights.permissions.length === 0) {
    return <Typography variant="body2">{text('members:users.rights.none')}</Typography>
  }
  return (
    <>
      <Reach rights={rights} />
      <Box sx={{ ...filters, maxWidth: 560 }}>
        <TextInput label={text('members:users.rights.search')} value={typed} onChange={setTyped} />
        <SelectInput
          label={text('members:users.rights.action')}
          value={action}
          onChange={setAction}
          placeholder={text('members:users.rights.anyAction')}
          options={permissionActions.map((value) => ({ value, label: words.action(value) }))}
        />
      </Box>
      {permissions.length === 0 ? (
        <Typography variant="body2" role="status">
          {text('members:users.rights.noMatch')}
        </Typography>
      ) : (
        <PermissionTable {...{ rights, permissions }} />
      )}
    </>
  )
}

/** Why the user may do what they may: each permission with the roles it comes from. */
export const RightsTab = ({ user }: { readonly user: Pick<UserDetail, 'id'> }) => {
  const text = useText('members')
  const query = useQuery({
    queryKey: ['users', 'part', user.id, 'rights'],
    queryFn: ({ signal }) => call(explainUserRights, { params: { userid: user.id }, signal }),
  })
  return (
    <Section
      title={text('members:users.tabs.rights')}
      description={text('members:users.rights.text')}
    >
      <QueryView query={query}>{(rights) => <Explained rights={rights} />}</QueryView>
    </Section>
  )
}
