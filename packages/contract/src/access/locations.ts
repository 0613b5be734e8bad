import { abort } from '@signet/rules/abort'
import { isIpAddress } from '@signet/rules/network'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { GivenInstant, Instant, Line, noContent, Uuid } from '../kit/schemas.ts'

const Country = z
  .string()
  .max(2, abort)
  .regex(/^[A-Z]{2}$/, 'country_invalid')
const place = {
  /** ISO 3166-1 alpha-2. */
  country: Country.nullable(),
  city: z.string().nullable(),
  /** Degrees: of the city where it is known, else the middle of the country. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
}

/** Where an address lies, as far as the operator’s file of places knows. */
export const IpLocation = z.object({ address: z.string(), ...place }).meta({ id: 'IpLocation' })

const { view, edit } = callsOn('USERS')

export const locateAddresses = endpoint({
  ...view,
  method: 'POST',
  path: '/api/web/v1/iplocations',
  body: z
    .object({
      addresses: z
        .array(z.string().trim().max(64, abort).refine(isIpAddress, 'ip_invalid'))
        .min(1)
        .max(100, abort),
    })
    .strict()
    .meta({ id: 'IpLocationRequest' }),
  answer: z.array(IpLocation),
  errors: [],
  summary: 'Where addresses lie',
  description:
    'In the order of the request. Every field of a private address is null, of one that the file does not know, and of all where the operator has named no file (`SIGNET_PLACES`).',
})

/** Where somebody is expected to sign in from. */
export const ExpectedLocation = z
  .object({
    name: Line(100),
    country: Country,
    /** With a longitude and a radius: this place; without them: anywhere in the country. */
    latitude: z.number().min(-90).max(90).nullable().default(null),
    longitude: z.number().min(-180).max(180).nullable().default(null),
    radiusKm: z.int().min(1).max(5000).nullable().default(null),
  })
  .strict()
  .refine(
    ({ latitude, longitude, radiusKm }) =>
      (latitude === null) === (longitude === null) && (latitude === null) === (radiusKm === null),
    { path: ['radiusKm'], message: 'place_incomplete' },
  )
  .meta({ id: 'ExpectedLocation' })

const Expected = z
  .object({ locations: z.array(ExpectedLocation).max(20, abort) })
  .meta({ id: 'ExpectedLocations' })

const ofUser = '/api/web/v1/users/:userid'
const params = z.object({ userid: Uuid })

export const readExpectedLocations = endpoint({
  ...view,
  path: `${ofUser}/expectedlocations`,
  params,
  answer: Expected,
  errors: ['user_not_found'],
  summary: 'Where a user is expected to sign in from',
})

export const replaceExpectedLocations = endpoint({
  ...edit,
  path: `${ofUser}/expectedlocations`,
  params,
  body: Expected.strict(),
  answer: Expected,
  ordinary: 'userWork',
  errors: ['precondition_failed', 'rights_not_held', 'user_not_found'],
  audit: 'EXPECTED_LOCATIONS_UPDATED',
  summary: 'Say where a user is expected to sign in from',
})

/** A place that somebody has signed in from. */
export const UserLocation = z
  .object({
    ...place,
    address: z.string(),
    firstSeen: Instant,
    lastSeen: Instant,
    signIns: z.int(),
  })
  .meta({ id: 'UserLocation' })

export const listUserLocations = endpoint({
  ...view,
  path: `${ofUser}/userlocations`,
  params,
  answer: z.array(UserLocation),
  errors: ['user_not_found'],
  summary: 'Where a user has signed in from, newest first',
  description: 'The newest 50; places go when the history that the tenant keeps has passed.',
})

export const forgetUserLocations = endpoint({
  ...edit,
  method: 'DELETE',
  path: `${ofUser}/userlocations`,
  params,
  answer: noContent,
  ordinary: 'userWork',
  errors: ['rights_not_held', 'user_not_found'],
  audit: 'USER_LOCATIONS_DELETED',
  summary: 'Forget where a user has signed in from',
})

const rba = {
  /** Places that they have not signed in from before count as known. */
  skipLocationHistory: z.boolean(),
  /** However fast they would have had to travel. */
  skipTravelVelocity: z.boolean(),
  /** When both count again; null: until somebody changes it. */
  skipUntil: Instant.nullable(),
}

/** What risk rules leave out for one person, as for somebody on a journey. */
export const UserRbaSettings = z.object(rba).meta({ id: 'UserRbaSettings' })

export const readUserRbaSettings = endpoint({
  ...view,
  path: `${ofUser}/userrbasettings`,
  params,
  answer: UserRbaSettings,
  errors: ['user_not_found'],
  summary: 'What risk rules leave out for a user',
})

export const updateUserRbaSettings = endpoint({
  ...edit,
  path: `${ofUser}/userrbasettings`,
  params,
  body: z
    .object({ ...rba, skipUntil: GivenInstant.nullable() })
    .partial()
    .strict()
    .meta({ id: 'UserRbaSettingsChange' }),
  answer: UserRbaSettings,
  ordinary: 'userWork',
  errors: ['precondition_failed', 'rights_not_held', 'user_not_found'],
  audit: 'USER_RBA_SETTINGS_UPDATED',
  summary: 'Change what risk rules leave out for a user',
  description: 'A field left out keeps its value.',
})
