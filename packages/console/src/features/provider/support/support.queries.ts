import {
  readSupportAndResources,
  readSupportContact,
  SupportContact,
  updateSupportContact,
} from '@signet/contract/provider/support'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call, callWithEtag } from '../../../lib/call.ts'

const subject = 'support'

export const supportQuery = queryOptions({
  queryKey: [subject],
  queryFn: ({ signal }) => call(readSupportAndResources, { signal }),
})

export const contactNames = ['name', 'email', 'telephone', 'hours'] as const
export type ContactName = (typeof contactNames)[number]
export type ContactFields = Record<ContactName, unknown>

export const ContactForm = SupportContact

export const readContact = (signal?: AbortSignal) =>
  callWithEtag(readSupportContact, signal === undefined ? {} : { signal })

export const saveContact = (body: z.input<typeof SupportContact>, etag: string | null) =>
  callWithEtag(updateSupportContact, { body, ifMatch: etag ?? undefined })

/** Typed values are not replaced by a later read; If-Match finds the change. */
export const contactQuery = queryOptions({
  queryKey: [subject, 'own'],
  queryFn: ({ signal }) => readContact(signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})
