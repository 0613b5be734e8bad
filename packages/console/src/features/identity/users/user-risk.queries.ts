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
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call, callWithEtag, type Tagged } from '../../../lib/call.ts'

export type ExpectedPlace = z.output<typeof ExpectedLocation>
export type SeenPlace = z.output<typeof UserLocation>
export type WantedExceptions = BodyOf<typeof updateUserRbaSettings>

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

/** What may be changed of a person's risk; expected places and exceptions share a version. */
export const useRiskDeeds = (userid: string) => {
  const client = useQueryClient()
  const onSuccess = () => client.invalidateQueries({ queryKey: [subject, userid] })
  const params = { userid }
  return {
    except: useMutation({
      mutationFn: ({ body, etag }: { body: WantedExceptions; etag: string | null }) =>
        callWithEtag(updateUserRbaSettings, { params, body, ifMatch: etag ?? undefined }),
      onSuccess,
    }),
    expect: useMutation({
      mutationFn: ({ value, etag }: Tagged<readonly ExpectedPlace[]>) =>
        callWithEtag(replaceExpectedLocations, {
          params,
          body: { locations: [...value] },
          ifMatch: etag ?? undefined,
        }),
      onSuccess,
    }),
    forget: useMutation({ mutationFn: () => call(forgetUserLocations, { params }), onSuccess }),
  }
}
