import { readSupportSession } from '@signet/contract/provider/tenant-support'
import { useQuery } from '@tanstack/react-query'
import { call } from '../lib/call.ts'
import { useFormats } from '../lib/dates.ts'
import { useText } from '../lib/i18n.ts'
import { type Support, useSession } from '../session/session-context.tsx'
import { supportTab } from '../session/support-tab.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

/** How soon the page notices that the tenant has ended the access. */
const lookMs = 10_000

/** Where the provider is, until when and with which rights. It stays until the provider leaves. */
const SupportBanner = ({ entered }: { readonly entered: Support }) => {
  const text = useText('serviceProvider')
  const { date } = useFormats()
  const leave = useSignOut()
  const { companyName } = useSession().theme
  const { data } = useQuery({
    queryKey: ['support-session'],
    queryFn: async ({ signal }) => (await call(readSupportSession, { signal })).grant,
    refetchInterval: lookMs,
    refetchIntervalInBackground: true,
    retry: false,
    initialData: entered,
  })
  const { rights, roleName, endsAt } = data ?? entered
  // The session ends before a grant of many hours.
  const end = supportTab.get()?.session?.expiryTime ?? endsAt
  const named =
    rights === 'READ_ONLY' ? text('serviceProvider:supportAccess.readOnly') : (roleName ?? '')
  return (
    <Notice
      isLine
      severity="warning"
      action={<Button onClick={leave}>{text('serviceProvider:supportEntry.leave')}</Button>}
    >
      {text('serviceProvider:supportEntry.banner', {
        name: companyName,
        until: date(end),
        rights: named,
      })}
    </Notice>
  )
}

export default SupportBanner
