import AccountCircle from '@mui/icons-material/AccountCircleOutlined'
import ArrowDropDown from '@mui/icons-material/ArrowDropDown'
import MuiButton from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { HelpPage } from '@signet/rules/console'
import { developerLink, helpLink } from '../lib/help.ts'
import { type TextKey, useLocale, useText } from '../lib/i18n.ts'
import { prefer, usePreferences } from '../lib/preferences.ts'
import { useSession } from '../session/session-context.tsx'
import { useSignOut } from '../session/use-sign-out.ts'
import { ActionMenu } from '../ui/ActionMenu.tsx'
import type { PopupItem } from '../ui/popup-items.ts'
import { useCurrentScreen } from './screens-context.tsx'

const name = {
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  maxWidth: 180,
  display: { xs: 'none', sm: 'inline' },
} as const

interface HelpItem {
  readonly page: HelpPage
  readonly title: TextKey<'common'>
}

const guides: readonly HelpItem[] = [
  { page: 'admin', title: 'common:help.admin' },
  { page: 'integrations', title: 'common:help.integrations' },
]
const papers: readonly HelpItem[] = [
  { page: 'release-notes', title: 'common:help.releaseNotes' },
  { page: 'white-papers', title: 'common:help.whitePapers' },
]

/** Help about the present page, the tenant's own guide, and what concerns this kind of person. */
const useHelpItems = (): readonly PopupItem[] => {
  const text = useText()
  const locale = useLocale()
  const { user, portal } = useSession()
  const { help = 'start' } = useCurrentScreen() ?? {}
  const own = portal.userGuideUrl
  const items = [...(user.isAdmin ? guides : []), ...papers]
  return [
    { label: text('common:help.thisPage'), href: helpLink(help, locale), startsGroup: true },
    ...(own === null ? [] : [{ label: text('common:help.userGuide'), href: own }]),
    ...items.map(({ page, title }) => ({ label: text(title), href: helpLink(page, locale) })),
  ]
}

const useItems = (): readonly PopupItem[] => {
  const text = useText()
  const { density } = usePreferences()
  const signOut = useSignOut()
  const { support } = useSession()
  const other = density === 'compact' ? 'comfortable' : 'compact'
  return [
    ...(support === null
      ? [{ label: text('common:shell.myProfile'), to: '/myprofile/profile' }]
      : []),
    { label: text(`common:shell.density.${other}`), onSelect: () => prefer({ density: other }) },
    ...useHelpItems(),
    { label: text('common:help.developer'), href: developerLink },
    { label: text('common:shell.logout'), onSelect: signOut, startsGroup: true },
  ]
}

/** The menu under the user's name: profile, help, papers, sign-out. */
export const UserMenu = () => {
  const { displayName, userId } = useSession().user
  const items = useItems()
  return (
    <ActionMenu
      label={userId}
      actions={items}
      renderTrigger={(props) => (
        <MuiButton
          {...props}
          color="inherit"
          startIcon={<AccountCircle />}
          endIcon={<ArrowDropDown />}
          aria-label={displayName}
          sx={{ flexShrink: 0 }}
        >
          <Typography component="span" variant="button" noWrap sx={name}>
            {displayName}
          </Typography>
        </MuiButton>
      )}
    />
  )
}
