import { summarizeFlashPassDesigns } from '@signet/contract/issuance/flash-pass-designs'
import { revokeFlashPass } from '@signet/contract/issuance/flash-pass-revocations'
import {
  type FlashPass,
  issueFlashPasses,
  listFlashPasses,
  readFlashPassDownload,
} from '@signet/contract/issuance/flash-passes'
import type { PassWallet, WalletType } from '@signet/rules/flash-passes'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { useChange } from '../../../kit/entity.ts'
import { call } from '../../../lib/call.ts'

export type Pass = z.output<typeof FlashPass>

const subject = 'flash-passes'

/** Of a record, the newest first. */
export const passesQuery = (enrollmentId: string) =>
  queryOptions({
    queryKey: [subject, enrollmentId],
    queryFn: async ({ signal }): Promise<readonly Pass[]> => {
      const batches = await call(listFlashPasses, { query: { enrollmentId }, signal })
      return batches.flatMap(({ passes }) => passes)
    },
  })

/** The designs of passes for people of an enrollment design. */
export const passDesignsQuery = (workflowId: string) =>
  queryOptions({
    queryKey: [subject, 'designs', workflowId],
    queryFn: async ({ signal }) => {
      const designs = await call(summarizeFlashPassDesigns, { signal })
      return designs.filter((design) => design.workflowId === workflowId)
    },
  })

const typeOf: Readonly<Record<PassWallet, WalletType>> = { APPLE: 'apple', GOOGLE: 'google' }

interface Issuing {
  readonly designId: string
  readonly mailField: string
}

/** What can be done with passes of a record; each makes what is shown of it stale. */
export const usePassChanges = (enrollmentId: string) => {
  const stale = [subject, enrollmentId]
  return {
    issue: useChange(
      ({ designId, mailField }: Issuing) =>
        call(issueFlashPasses, {
          body: {
            designId,
            enrollmentIds: [enrollmentId],
            ...(mailField === '' ? {} : { mailField }),
          },
        }),
      stale,
    ),
    revoke: useChange(() => call(revokeFlashPass, { params: { enrollmentId } }), stale),
    link: useChange(
      (wallet: PassWallet) =>
        call(readFlashPassDownload, { params: { walletType: typeOf[wallet], enrollmentId } }),
      stale,
    ),
  }
}
