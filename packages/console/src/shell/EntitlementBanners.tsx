import { readEntitlementInfo } from '@signet/contract/tenancy/entitlements'
import { type EntitlementNotice, entitlementNotices } from '@signet/rules/entitlements'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../lib/call.ts'
import { useText } from '../lib/i18n.ts'
import { Banner } from './Banner.tsx'

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

/** What of the tenant's entitlements runs out, for those who may see them. */
const EntitlementBanners = () => {
  const words = useWords()
  const [now] = useState(() => new Date())
  const { data } = useQuery({
    queryKey: ['entitlements', 'info'],
    queryFn: ({ signal }) => call(readEntitlementInfo, { signal }),
    staleTime: freshMs,
  })
  return entitlementNotices(data?.entitlements ?? [], now).map((notice) => {
    const said = words(notice)
    return (
      <Banner
        key={said}
        about={`entitlements ${notice.kind} ${notice.type}`}
        severity={notice.level === 'WARNING' ? 'warning' : 'error'}
      >
        {said}
      </Banner>
    )
  })
}

export default EntitlementBanners
