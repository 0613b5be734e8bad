import { abort } from '@signet/rules/abort'
import { bareUuid } from '@signet/rules/identifiers'
import { hiddenCharacters, isPlainLine } from '@signet/rules/text'
import { isWebUrl } from '@signet/rules/uris'
import { z } from 'zod'

/** The answer of a call that has nothing to say: 204. */
export const noContent = z.undefined()

/** 36 characters and two braces. */
const InBraces = z.string().max(38, abort).overwrite(bareUuid)
/** Optionally in braces, which are left out. */
export const Uuid = InBraces.check(z.uuid())
/** As `Uuid`, of any version: devices and authenticators do not keep to RFC 9562. */
export const Guid = InBraces.check(z.guid())

/** An id, alone or as the object that reads answer. */
export const Reference = z.union([Uuid, z.object({ id: Uuid }).transform(({ id }) => id)])
/** PostgreSQL and four-digit years hold these, whatever the offset was. */
const isOfFourDigitYear = (text: string): boolean => /^\d{4}-/.test(new Date(text).toISOString())
const inUtc = (text: string): string => (text.endsWith('Z') ? text : new Date(text).toISOString())

/** An instant as callers give it: ISO 8601 text with `Z` or an offset, read as UTC. */
export const GivenInstant = z.iso
  .datetime({ offset: true, abort: true })
  .refine(isOfFourDigitYear, {
    message: 'is not a time of the years 0 to 9999 in UTC',
    abort: true,
  })
  .overwrite(inUtc)

/** An instant as ISO 8601 text in UTC. Accepts a Date from the server's own rows. */
export const Instant = z
  .union([z.date(), GivenInstant])
  .transform((value) => (typeof value === 'string' ? value : value.toISOString()))
  .meta({ id: 'Instant', type: 'string', format: 'date-time' })
/** One line of text as people type names, without characters that hide or turn it. */
export const Line = (maximum: number) =>
  z.string().trim().min(1).max(maximum, abort).refine(isPlainLine, hiddenCharacters)
/** A picture that pages show: a web address or the picture itself. */
export const PictureUri = z
  .string()
  .trim()
  .max(2000, abort)
  .refine(
    (uri) => isWebUrl(uri) || /^data:image\/(?:png|jpeg|gif|webp|svg\+xml)[;,]/.test(uri),
    'is not an http, https or data URL of a picture',
  )
/** A whole number of milliseconds; it may pass 31 bits. */
export const Millis = (minimum: number, maximum: number) =>
  z.number().min(minimum).max(maximum).multipleOf(1)
export const IdParams = z.object({ id: Uuid })

/** Narrows a list that is answered whole to the rows with this in their names. */
export const NameQuery = z.object({
  search: z.string().trim().min(1).max(100, abort).optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
})

/** What every paged call takes: `cursor` is opaque and signed, from an earlier page. */
export const PageRequest = z.object({
  limit: z.int().min(1).max(100).default(50),
  cursor: z.string().max(2000, abort).optional(),
})

/** One page: `paging.nextCursor` is absent on the last one; totals above 10,000 are estimates. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    results: z.array(item),
    paging: z.object({
      limit: z.int(),
      total: z.int(),
      estimated: z.boolean(),
      nextCursor: z.string().nullable(),
      prevCursor: z.string().nullable(),
    }),
  })
