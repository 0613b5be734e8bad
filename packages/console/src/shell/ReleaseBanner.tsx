import Link from '@mui/material/Link'
import { release } from '@signet/contract/kit/release'
import { helpLink } from '../lib/help.ts'
import { useLocale, useText } from '../lib/i18n.ts'
import { Banner } from './Banner.tsx'

/** Closed once, it comes back with the next release. */
const foreverMs = 10 * 365 * 86_400_000

/** Announces the release, with a link to its notes. */
const ReleaseBanner = () => {
  const text = useText('dashboard')
  const locale = useLocale()
  const notes = (
    <Link href={helpLink('release-notes', locale)} target="_blank" underline="always">
      {text('common:help.releaseNotes')}
    </Link>
  )
  return (
    <Banner about={`release ${release}`} severity="info" hiddenForMs={foreverMs} action={notes}>
      {text('dashboard:overview.released', { release })}
    </Banner>
  )
}

export default ReleaseBanner
