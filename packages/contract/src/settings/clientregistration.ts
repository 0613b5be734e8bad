import { abort } from '@signet/rules/abort'
import { areUnique } from '@signet/rules/lists'
import { z } from 'zod'
import { family, readSealedSettings, updateSealedSettings } from '../kit/settings-family.ts'

/** A name or address as it stands in a URL, without a port. */
const Host = z
  .string()
  .trim()
  .toLowerCase()
  .max(253, abort)
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/, 'not_a_domain')

/** Grants in which a person decides: nothing registers itself to act in its own name. */
export const RegistrableGrant = z
  .enum(['authorization_code', 'refresh_token', 'device_code'])
  .meta({ id: 'RegistrableGrant' })

/** Of people; scopes of APIs are given by administrators. */
const RegistrableScope = z
  .enum(['openid', 'email', 'phone', 'address', 'profile', 'groups', 'offline_access'])
  .meta({ id: 'RegistrableScope' })

/** What applications may register by themselves (RFC 7591), and the most that they get. */
export const clientRegistrationFamily = family({
  name: 'clientregistration',
  id: 'ClientRegistrationSettings',
  fields: z.object({
    /** Whether applications may register by themselves. */
    enabled: z.boolean(),
    /** Hosts of addresses that people may be sent back to; empty: any, for holders of the token. */
    redirectHosts: z.array(Host).max(100, abort),
    /** The most that an application gets. */
    scopes: z.array(RegistrableScope).min(1).max(20, abort),
    grantTypes: z.array(RegistrableGrant).min(1).max(20, abort),
    /** Seconds. */
    accessTokenTtlSeconds: z.int().min(60).max(86_400),
    refreshTokenTtlSeconds: z.int().min(300).max(31_536_000),
    /** Applications that have registered by themselves, at most. */
    mostApplications: z.int().min(1).max(1000),
  }),
  defaults: {
    enabled: false,
    redirectHosts: [],
    scopes: ['openid', 'profile', 'email'],
    grantTypes: ['authorization_code', 'refresh_token'],
    accessTokenTtlSeconds: 600,
    refreshTokenTtlSeconds: 86_400,
    mostApplications: 100,
  },
  rule: ({ redirectHosts }) =>
    areUnique(redirectHosts) ? [] : [{ path: 'redirectHosts', message: 'named_twice' }],
  secrets: ['initialAccessToken'],
})

export const readClientRegistrationSettings = readSealedSettings(clientRegistrationFamily, {
  summary: 'Whether applications may register by themselves, and the most that they get',
})

export const updateClientRegistrationSettings = updateSealedSettings(clientRegistrationFamily, {
  summary: 'Change what applications may register by themselves',
  description:
    'On needs an initial access token of at least 22 letters, or hosts that people may be sent back to, or both: each that is there is asked for. The grant `device_code` needs the token: devices are sent back to no host. What an application asks for beyond `scopes`, `grantTypes` and the two lives is left out of what it gets; people are asked for consent each. Applications that are registered keep what they have until they register anew.',
})
