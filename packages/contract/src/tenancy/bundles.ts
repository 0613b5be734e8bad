import { type BundleFlag, bundleTypes } from '@signet/rules/bundles'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'

export const BundleFeature = z
  .object({
    name: z.string(),
    enabled: z.boolean(),
    /** How many of it; null where it is not counted. */
    quantity: z.int().nullable(),
  })
  .meta({ id: 'BundleFeature' })

export const BundleFlags = z
  .object({
    hasIssuance: z.boolean(),
    hasIssuanceAPI: z.boolean(),
    directTenant: z.boolean(),
    directTenantLocked: z.boolean(),
    hasFlashPassCounter: z.boolean(),
    hasFleetManagement: z.boolean(),
    hasPayToPrint: z.boolean(),
    hasPrinterCounter: z.boolean(),
  } satisfies Record<BundleFlag, z.ZodBoolean>)
  .meta({ id: 'BundleSettings' })

export const Bundles = z
  .object({
    /** The bundle that stands for the plan of this account. */
    plan: z.enum(bundleTypes).nullable(),
    /** To which the plan may move. */
    moves: z.array(z.enum(bundleTypes)),
    bundles: z.array(
      z
        .object({ type: z.enum(bundleTypes), features: z.array(BundleFeature) })
        .meta({ id: 'Bundle' }),
    ),
    settings: BundleFlags,
    /** What all of them give together. */
    features: z.array(BundleFeature),
  })
  .meta({ id: 'Bundles' })

const read = { method: 'GET', actor: 'user', errors: [], audit: null, limit: 'read' } as const

export const listBundles = endpoint({
  ...read,
  whileDue: true,
  forSupport: true,
  path: '/api/web/v1/entitlements/bundles',
  answer: Bundles,
  catalogueId: 'get:web.v1.entitlements.bundles',
  summary: 'The bundles of this account, its plan and what they switch on',
  description:
    'Says what there is, not how much of it was used: the console shows its pages by it.',
})

export const listFeatures = endpoint({
  ...read,
  path: '/api/web/v1/entitlements/features',
  answer: z.array(BundleFeature),
  catalogueId: 'get:web.v1.entitlements.features',
  summary: 'The features of this account',
})
