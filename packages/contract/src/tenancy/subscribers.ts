import { abort } from '@signet/rules/abort'
import { isCssColour } from '@signet/rules/colours'
import { locales } from '@signet/rules/locales'
import { contractModes, themeColours, themeSources } from '@signet/rules/tenants'
import { plainText } from '@signet/rules/text'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Line } from '../kit/schemas.ts'

const Colour = z.string().max(64, abort)
const Text = z.string().max(4000, abort)

/** The tenant's theme, public before login. */
export const Subscriber = z
  .object({
    id: z.string(),
    authenticationAccount: z.boolean(),
    issuanceAccount: z.boolean(),
    isSp: z.boolean(),
    parentHostname: z.string().nullable(),
    hostname: z.string(),
    domain: z.string(),
    tier: z.int(),
    contractMode: z.enum(contractModes),
    companyName: z.string(),
    companyCountry: z.string().nullable(),
    companyState: z.string().nullable(),
    /** From the host suffix; null when it names no country. */
    countryCode: z.string().nullable(),
    logo: z.string().nullable(),
    /** Message of the day by locale, plain text. */
    motd: z.record(z.string(), Text),
    /** primary1-3 and accent1-3. */
    colours: z.record(z.string(), Colour),
    /**
     * Where logo and colours come from: a tenant without either has those of the nearest provider above
     * it that has any.
     */
    themeSource: z.enum(themeSources),
    defaultLocale: z.string(),
    smartLoginEnabled: z.boolean(),
    subscriberRegion: z.string(),
    terminated: z.boolean(),
    legalAcknowledged: z.boolean(),
    salesForceId: z.string().nullable(),
    igUrl: z.string().nullable(),
    enableIGMigration: z.boolean(),
    features: z.record(z.string(), z.boolean()),
  })
  .meta({ id: 'Subscriber' })

const { view, edit } = callsOn('SUBSCRIBERS')

export const readSubscriber = endpoint({
  method: 'GET',
  path: '/api/web/v1/subscribers/get',
  actor: 'public',
  whileLocked: true,
  answer: Subscriber,
  errors: ['hostname_not_found'],
  audit: null,
  limit: 'read',
  summary: 'The theme of the tenant behind this host name',
})

export const SubscriberChange = z
  .object({
    companyName: Line(200),
    companyCountry: Line(100).nullable(),
    companyState: Line(100).nullable(),
    defaultLocale: z.enum(locales),
    logo: z
      .string()
      .max(400_000, abort)
      .regex(/^data:image\/(png|jpeg);base64,[A-Za-z0-9+/=]+$/)
      .nullable(),
    /** Plain text: line breaks stay, what no reader sees is taken out, markup is shown as it was typed. */
    motd: z.partialRecord(z.enum(locales), Text.overwrite(plainText)),
    colours: z.partialRecord(z.enum(themeColours), Colour.refine(isCssColour, 'is not a colour')),
    legalAcknowledged: z.boolean(),
  })
  .partial()
  .meta({ id: 'SubscriberChange' })

export const updateSubscriber = endpoint({
  ...edit,
  path: '/api/web/v1/subscribers/:id',
  params: IdParams,
  body: SubscriberChange,
  answer: Subscriber,
  ordinary: 'wording',
  errors: ['not_found', 'precondition_failed'],
  audit: 'SUBSCRIBER_UPDATED',
  catalogueId: 'put:web.v1.subscribers.id',
  summary: 'Change the theme, or acknowledge the terms',
})

export const resetSubscriberTheme = endpoint({
  ...edit,
  path: '/api/web/v1/subscribers/:id/resettheme',
  params: IdParams,
  answer: Subscriber,
  ordinary: 'wording',
  errors: ['not_found'],
  audit: 'SUBSCRIBER_UPDATED',
  catalogueId: 'put:web.v1.subscribers.id.resettheme',
  summary: 'Put logo, colours and message of the day back to their defaults',
  description: 'Logo and colours are then those of the provider above, where it has any.',
})

const Html = z.string().max(100_000, abort)

export const sanitizeHtml = endpoint({
  ...view,
  method: 'POST',
  path: '/api/web/v1/subscribers/sanitizehtml',
  body: z.object({ html: Html }).meta({ id: 'HtmlToClean' }),
  answer: z.object({ html: z.string() }).meta({ id: 'CleanedHtml' }),
  errors: [],
  limit: 'heavy',
  summary: 'Clean HTML: what is left runs nothing and loads nothing unencrypted',
  description:
    'Keeps the markup of running text: headings, paragraphs, lists, tables, quotes, code, links to http, https and mailto, pictures from https. Takes away everything else, scripts and styles with their contents; of other elements the text stays. Nothing is stored.',
})
