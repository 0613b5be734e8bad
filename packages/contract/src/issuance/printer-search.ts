import { abort } from '@signet/rules/abort'
import { bundleFlags } from '@signet/rules/bundles'
import { printerKinds, printerStates } from '@signet/rules/printers'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, Line, Uuid } from '../kit/schemas.ts'
import { BundleFlags } from '../tenancy/bundles.ts'
import { Printer, PrinterSummary } from './printers.ts'

/** More are found by a narrower question. */
export const mostFleetPrinters = 1000
export const mostFleetAccounts = 200

export const FleetOptIn = z
  .object({
    /** Whether this account's provider sees its printers. */
    optedIn: z.boolean(),
    changedAt: Instant.nullable(),
    changedBy: z.string().nullable(),
  })
  .meta({ id: 'FleetOptIn' })

/** A printer as another account sees it: neither its address nor its device's number. */
export const FleetPrinter = z
  .object({
    accountId: Uuid,
    companyName: z.string(),
    ...Printer.pick({
      id: true,
      name: true,
      kind: true,
      location: true,
      makeAndModel: true,
      firmware: true,
      status: true,
      statusReasons: true,
      supplies: true,
      lastSeenAt: true,
    }).shape,
  })
  .meta({ id: 'FleetPrinter' })

export const FleetPrinterFilter = z
  .object({
    /** In name, place, model or the company's name. */
    query: z.string().trim().max(100, abort).default(''),
    /** Of these accounts; of all where it is empty. */
    accountIds: z.array(Uuid).max(100, abort).default([]),
    statuses: z.array(z.enum(printerStates)).max(5, abort).default([]),
    printerType: z.enum(printerKinds).optional(),
    /** With a supply that is low, by the level that its account has set. */
    lowOnly: z.boolean().default(false),
  })
  .meta({ id: 'FleetPrinterFilter' })

const AccountSummary = PrinterSummary.extend({
  /** Cards that came out of its printers, ever. */
  cards: z.int(),
}).meta({ id: 'FleetSummary' })

export const FleetAccount = z
  .object({
    accountId: Uuid,
    companyName: z.string(),
    optedIn: z.boolean(),
    /** Null until the account has opted in. */
    summary: AccountSummary.nullable(),
  })
  .meta({ id: 'FleetAccount' })

export const RibbonBundle = z
  .object({
    name: Line(100),
    /** What is ordered as one. */
    ribbons: z.int().min(1).max(1000),
    cardsPerRibbon: z.int().min(1).max(100_000),
    cleaningCards: z.int().min(0).max(1000),
  })
  .meta({ id: 'RibbonBundle' })

/** The maker's number of a ribbon. */
const RibbonParams = z.object({
  ribbonId: z
    .string()
    .max(60, abort)
    .regex(/^[A-Za-z0-9._-]{1,60}$/),
})

const path = '/api/web/issuance/printersearch'
const api = { api: 'issuance', actor: 'admin' } as const
const view = { ...api, needs: ['PRINTERS', 'VIEW'], limit: 'read', audit: null } as const
const change = { ...api, needs: ['PRINTERS', 'EDIT'], limit: 'change', method: 'PUT' } as const
const above = {
  api: 'issuance',
  actor: 'provider',
  needs: ['TENANTS', 'VIEW'],
  limit: 'read',
  audit: null,
} as const
const seen = `Of this account, and of the accounts of this provider that have opted in; at most ${mostFleetPrinters}, by company and name.`

export const readFleetOptIn = endpoint({
  ...view,
  method: 'GET',
  path: `${path}/optin`,
  answer: FleetOptIn,
  errors: [],
  summary: 'Whether the provider of this account sees its printers',
})

export const changeFleetOptIn = endpoint({
  ...change,
  path: `${path}/optin`,
  body: z.object({ optedIn: z.boolean() }),
  answer: FleetOptIn,
  ordinary: 'issuanceWork',
  errors: ['rights_not_held'],
  audit: 'FLEET_OPT_IN_CHANGED',
  summary: 'Let the provider see the printers of this account, or no longer',
  description:
    'Off until somebody switches it on. The provider sees how printers stand and what they lack, never their addresses, their cards or whom they were printed for.',
})

export const readParentCompanyName = endpoint({
  ...view,
  method: 'GET',
  path: `${path}/parentcompanyname`,
  answer: z.object({ companyName: z.string().nullable() }).meta({ id: 'ParentCompanyName' }),
  errors: [],
  summary: 'The company above this account that is of tier 1',
  description: 'Null where no account above it is.',
})

export const listFleetAccounts = endpoint({
  ...above,
  method: 'GET',
  path: `${path}/tenants`,
  query: z.object({
    /** In the company's name. */
    query: z.string().trim().max(100, abort).default(''),
  }),
  answer: z.array(FleetAccount),
  errors: [],
  summary: 'The accounts of this provider with what their printers lack',
  description: `This account and those below it that are not terminated, at most ${mostFleetAccounts}, by name.`,
})

export const readFleetAccount = endpoint({
  ...above,
  method: 'GET',
  path: `${path}/accounts/:accountId/summary`,
  params: z.object({ accountId: Uuid }),
  answer: AccountSummary,
  errors: ['ISSUANCE_ACCOUNT_NOT_FOUND'],
  summary: 'How the printers of one account stand',
  description: 'One that has not opted in is answered as if there were none.',
})

export const changeAccountBundle = endpoint({
  ...above,
  needs: ['TENANTS', 'EDIT'],
  limit: 'change',
  method: 'PUT',
  path: `${path}/accounts/:accountId/bundle/:bundle`,
  params: z.object({ accountId: Uuid, bundle: z.enum(bundleFlags) }),
  body: z.object({ enabled: z.boolean() }).meta({ id: 'AccountBundleChange' }),
  answer: BundleFlags,
  ordinary: 'issuanceWork',
  errors: ['ISSUANCE_ACCOUNT_NOT_FOUND'],
  audit: 'BUNDLE_FLAG_CHANGED',
  catalogueId: 'put:web.issuance.printersearch.accounts.accountId.bundle.bundle',
  summary: 'Switch a flag of an account’s bundles on or off',
  description:
    'Of an account directly below this provider; any other is answered as if there were none. What is set here stands above what was bought with the bundles: `hasIssuance` stays on for an account that issues. A locked direct tenant (`directTenant`, `directTenantLocked`) is unlocked by its first printer that is ready, and locked again here alone. The answer has all flags as they are then.',
})

export const listFleetPrinters = endpoint({
  ...above,
  method: 'GET',
  path: `${path}/printers`,
  answer: z.array(FleetPrinter),
  errors: [],
  summary: 'The printers of all accounts',
  description: seen,
})

export const searchFleetPrinters = endpoint({
  ...above,
  method: 'POST',
  path: `${path}/printers/filtered`,
  body: FleetPrinterFilter,
  answer: z.array(FleetPrinter),
  errors: [],
  summary: 'Printers of all accounts that fit',
  description: seen,
})

export const readRibbonBundle = endpoint({
  ...view,
  method: 'GET',
  path: `${path}/ribbons/:ribbonId/bundle`,
  params: RibbonParams,
  answer: RibbonBundle,
  errors: ['ISSUANCE_RIBBON_NOT_FOUND'],
  summary: 'What a ribbon is ordered in',
})

export const saveRibbonBundle = endpoint({
  ...change,
  path: `${path}/ribbons/:ribbonId/bundle`,
  params: RibbonParams,
  body: RibbonBundle,
  answer: RibbonBundle,
  ordinary: 'issuanceWork',
  errors: ['rights_not_held', 'ISSUANCE_RIBBON_LIMIT_REACHED'],
  audit: 'RIBBON_BUNDLE_SAVED',
  summary: 'Say what a ribbon is ordered in',
  description: 'By the number that its maker gives it. At most 500.',
})
