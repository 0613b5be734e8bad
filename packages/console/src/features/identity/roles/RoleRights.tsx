import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type EntityType, isBuilt, permissionActions } from '@signet/rules/permissions'
import { rightsOfRole } from '@signet/rules/roles'
import { useLocale, useText } from '../../../lib/i18n.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { grantsOf, type Permission } from './permission-grid.ts'

interface RightsProps {
  readonly permissions: readonly Permission[]
  /** Of a role limited to groups: what belongs to none is viewed only. */
  readonly isLimited: boolean
}

type Action = (typeof permissionActions)[number]
const lower = { VIEW: 'view', ADD: 'add', EDIT: 'edit', REMOVE: 'remove' } as const

interface Alike {
  readonly actions: readonly Action[]
  readonly entities: readonly EntityType[]
}

/** What a role amounts to: the things on which it permits the same, the most first. */
const rightsIn = ({ permissions, isLimited }: RightsProps): readonly Alike[] => {
  const { permissions: held } = rightsOfRole({
    superAdministrator: false,
    groupManagement: isLimited ? 'SOME' : 'ALL',
    groupIds: [],
    permissions: grantsOf(permissions),
  })
  const shown = permissions.map(({ entityType }) => entityType).filter(isBuilt)
  const groups = Map.groupBy(shown, (entity) => (held[entity] ?? []).join(' '))
  return [...groups]
    .map(([key, entities]) => {
      const words = key.split(' ')
      return { actions: permissionActions.filter((each) => words.includes(each)), entities }
    })
    .filter(({ actions }) => actions.length > 0)
    .toSorted((one, other) => other.actions.length - one.actions.length)
}

/** What a role lets its holders do, in words. */
export const RoleRights = (props: RightsProps) => {
  const text = useText('members')
  const list = new Intl.ListFormat(useLocale(), { type: 'conjunction' })
  const rights = rightsIn(props)
  const named = (actions: readonly Action[]): string =>
    actions.length === permissionActions.length
      ? text('members:roles.actions.all')
      : list.format(actions.map((action) => text(`members:roles.actions.${lower[action]}`)))
  const facts = rights.map(({ actions, entities }) => ({
    label: named(actions),
    value: list.format(entities.map((entity) => text(`members:roles.entities.${entity}`))),
  }))
  return (
    <Box component="section" aria-label={text('members:roles.effective.title')} sx={{ mt: 2 }}>
      <Typography component="h3" variant="h3">
        {text('members:roles.effective.title')}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ my: 0.5 }}>
        {facts.length === 0
          ? text('members:roles.effective.none')
          : text(`members:roles.effective.reach.${props.isLimited ? 'SOME' : 'ALL'}`)}
      </Typography>
      <Facts facts={facts} />
    </Box>
  )
}
