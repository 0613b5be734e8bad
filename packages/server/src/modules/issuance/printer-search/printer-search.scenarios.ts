import {
  buildAccountBelow,
  buildRibbonBundle,
  ribbonBundle,
} from '../../../security/sweep/issuance-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'

export const scenarios: SubjectScenarios = {
  calls: {
    changeFleetOptIn: () => ({ body: { optedIn: true } }),
    readFleetAccount: ({ ctx }) => ({ params: { accountId: ctx.tenant.id } }),
    changeAccountBundle: async ({ ctx }) => ({
      params: { accountId: await buildAccountBelow(ctx), bundle: 'hasFleetManagement' },
      body: { enabled: true },
    }),
    readRibbonBundle: async ({ ctx }) => ({ params: { ribbonId: await buildRibbonBundle(ctx) } }),
    saveRibbonBundle: () => ({ params: { ribbonId: '525100-004' }, body: ribbonBundle }),
  },
  ids: [
    {
      under: '/api/web/issuance/printersearch/accounts/',
      build: async ({ tenant }) => ({ accountId: tenant.id }),
    },
  ],
  bodyIds: {
    searchFleetPrinters: {
      build: async ({ tenant }) => tenant.id,
      body: (id) => ({ accountIds: [id] }),
    },
  },
  bodies: {
    saveRibbonBundle: ribbonBundle,
  },
  effects: {
    changeAccountBundle: ({ test }, { given: { params } }) =>
      test.testDatabase.asOwner(async (owner) => {
        const text = `select to_jsonb(t) - array['version', 'updated_at'] as row from tenants t where tenant_id = $1`
        return (await owner.query(text, [params?.accountId])).rows
      }),
  },
  alteredBy: {
    listFleetPrinters: ['createPrinter'],
    searchFleetPrinters: ['createPrinter'],
    readFleetAccount: ['createPrinter'],
  },
  shownIn: {
    readParentCompanyName: 'modules/issuance/printer-search/printer-search.test.ts',
  },
}
