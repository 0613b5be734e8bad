import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import { isLocale } from '@signet/rules/locales'
import { useLocale, useText } from '../../../lib/i18n.ts'
import { type Portal, useSession } from '../../../session/session-context.tsx'

type NamedApp = NonNullable<Portal['googleAuthenticatorOverride']['en']>

/** The app that the tenant recommends, as it is called in the visitor's language. */
export const useNamedApp = (): NamedApp | undefined => {
  const locale = useLocale()
  const { googleAuthenticatorOverride } = useSession().portal
  return isLocale(locale) ? googleAuthenticatorOverride[locale] : undefined
}

/** Where to get it. */
export const AppStores = ({ name, androidUrl, iosUrl }: NamedApp) => {
  const text = useText('userPortal')
  const stores = [
    { label: text('userPortal:authenticators.app.android', { name }), href: androidUrl },
    { label: text('userPortal:authenticators.app.ios', { name }), href: iosUrl },
  ]
  return (
    <Stack direction="row" spacing={2} sx={{ mb: 2, flexWrap: 'wrap' }}>
      {stores.map(({ label, href }) => (
        <Link key={href} href={href} target="_blank" rel="noreferrer" variant="body2">
          {label}
        </Link>
      ))}
    </Stack>
  )
}
