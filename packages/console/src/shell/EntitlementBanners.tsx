import { readEntitlementInfo } from '@signet/contract/tenancy/entitlements'
import { type EntitlementNotice, entitlementNotices } from '@signet/rules/entitlements'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../lib/call.ts'
import { useText } from '../lib/i18n.ts'
import { Notice } from '../ui/Notice.tsx'

const freshMs = 10 * 60_000

/** What is told, in words. */
const useWords = () => {
  const text = useText('dashboard')
  return (notice: EntitlementNotice): string => {
    const { kind, type } = notice
    if ('caption' in notice) {
      const of = kind === 'expiry' ? type : 'smsVoice'
      return text(`dashboard:entitlements.${notice.caption}.${of}`, { count: notice.count })
    }
    const allotment = notice.allotment ?? 0
    const phrase = notice.consumed >= allotment ? 'usedUp' : 'used'
    return text(`dashboard:entitlements.${phrase}.${kind === 'usage' ? type : 'smsVoice'}`, {
      consumed: notice.consumed,
      allotment,
    })
  }
}

/**
 * What of the tenant's entitlements runs out, for those who may see them. A warning may be closed
 * until the page is loaded again, an error stays.
 */
const EntitlementBanners = () => {
  const words = useWords()
  const [now] = useState(() => new Date())
  const [closed, setClosed] = useState<readonly string[]>([])
  const { data } = useQuery({
    queryKey: ['entitlements', 'info'],
    queryFn: ({ signal }) => call(readEntitlementInfo, { signal }),
    staleTime: freshMs,
  })
  return entitlementNotices(data?.entitlements ?? [], now)
    .map((notice) => ({ ...notice, said: words(notice) }))
    .filter(({ said }) => !closed.includes(said))
    .map(({ said, level }) => {
      const isWarning = level === 'WARNING'
      return (
        <Notice
          key={said}
          severity={isWarning ? 'warning' : 'error'}
          onClose={isWarning ? () => setClosed([...closed, said]) : undefined}
        >
          {said}
        </Notice>
      )
    })
}

export default EntitlementBanners
