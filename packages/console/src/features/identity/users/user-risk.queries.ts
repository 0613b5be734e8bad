import {
  type ExpectedLocation,
  forgetUserLocations,
  listUserLocations,
  readExpectedLocations,
  readUserRbaSettings,
  replaceExpectedLocations,
  type UserLocation,
  updateUserRbaSettings,
} from '@signet/contract/access/locations'
import type { BodyOf } from '@signet/contract/kit/endpoint'
import type { z } from 'zod'
import { useChange } from '../../../kit/entity.ts'
import { call, callWithEtag, type Tagged } from '../../../lib/call.ts'

export type ExpectedPlace = z.output<typeof ExpectedLocation>
export type SeenPlace = z.output<typeof UserLocation>
type WantedExceptions = BodyOf<typeof updateUserRbaSettings>

const subject = 'user-risk'

export const exceptionsQuery = (userid: string) => ({
  queryKey: [subject, userid, 'exceptions'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    callWithEtag(readUserRbaSettings, { params: { userid }, signal }),
})

export const expectedQuery = (userid: string) => ({
  queryKey: [subject, userid, 'expected'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    callWithEtag(readExpectedLocations, { params: { userid }, signal }),
})

export const seenQuery = (userid: string) => ({
  queryKey: [subject, userid, 'seen'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(listUserLocations, { params: { userid }, signal }),
})

interface Excepting {
  readonly body: WantedExceptions
  readonly etag: string | null
}

/** What may be changed of a person's risk; expected places and exceptions share a version. */
export const useRiskDeeds = (userid: string) => {
  const params = { userid }
  const stale = [subject, userid]
  return {
    except: useChange(
      ({ body, etag }: Excepting) =>
        callWithEtag(updateUserRbaSettings, { params, body, ifMatch: etag ?? undefined }),
      stale,
    ),
    expect: useChange(
      ({ value, etag }: Tagged<readonly ExpectedPlace[]>) =>
        callWithEtag(replaceExpectedLocations, {
          params,
          body: { locations: [...value] },
          ifMatch: etag ?? undefined,
        }),
      stale,
    ),
    forget: useChange(() => call(forgetUserLocations, { params }), stale),
  }
}
