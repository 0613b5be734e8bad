import { abort } from '@signet/rules/abort'
import { deviceAttributes, devicePlatforms } from '@signet/rules/device-fingerprint'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { family } from '../kit/settings-family.ts'

export const DeviceAttribute = z.enum(deviceAttributes).meta({ id: 'DeviceAttribute' })

const attributes = z
  .array(DeviceAttribute)
  .max(30, abort)
  .transform((names) => [...new Set(names)])

/** Of which attributes a fingerprint is made, in browsers on computers. */
export const desktopAttributesFamily = family({
  name: 'deviceattributes/desktop',
  id: 'DeviceAttributes',
  fields: z.object({ attributes }),
  defaults: {
    attributes: [
      'browser',
      'platform',
      'languages',
      'timeZone',
      'colourDepth',
      'processors',
      'memory',
      'touch',
      'graphics',
    ],
  },
})

/** The same in browsers on phones and tablets. */
export const mobileAttributesFamily = family({
  name: 'deviceattributes/mobile',
  id: 'DeviceAttributes',
  fields: z.object({ attributes }),
  defaults: {
    attributes: [
      'browser',
      'platform',
      'languages',
      'timeZone',
      'colourDepth',
      'touch',
      'graphics',
    ],
  },
})

const path = '/api/web/v1/settings/deviceattributes/:platform'
const params = z.object({ platform: z.enum(devicePlatforms) })
const answer = desktopAttributesFamily.fields.meta({ id: 'DeviceAttributes' })

export const readDeviceAttributes = endpoint({
  actor: 'admin',
  needs: ['SETTINGS', 'VIEW'],
  limit: 'read',
  method: 'GET',
  path,
  params,
  answer,
  errors: [],
  audit: null,
  summary: 'Of which attributes a device fingerprint is made',
  description: 'Cookies and storage of plug-ins are never among them.',
})

export const updateDeviceAttributes = endpoint({
  actor: 'admin',
  needs: ['SETTINGS', 'EDIT'],
  limit: 'change',
  method: 'PUT',
  path,
  params,
  body: desktopAttributesFamily.fields.strict().meta({ id: 'DeviceAttributesChange' }),
  answer,
  sensitive: true,
  errors: ['precondition_failed'],
  audit: 'SETTINGS_UPDATED',
  summary: 'Change of which attributes a device fingerprint is made',
})
