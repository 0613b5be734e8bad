import { creating, freshName, onRow } from '../../../security/sweep/calls/risk.ts'
import {
  buildTransactionItem,
  buildTransactionRule,
  ruleAbout,
} from '../../../security/sweep/risk-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { World } from '../../../security/sweep/world.ts'

const item = (world: World) => ({ name: freshName(world), type: 'TEXT' })

const rule = async (world: World) => ({
  name: freshName(world),
  ...ruleAbout(await buildTransactionItem(world.ctx)),
})

const itemBody = { name: 'x', type: 'TEXT' }

export const scenarios: SubjectScenarios = {
  calls: {
    readTransactionItem: onRow(buildTransactionItem),
    createTransactionItem: creating(item),
    updateTransactionItem: onRow(buildTransactionItem, item),
    deleteTransactionItem: onRow(buildTransactionItem),
    readTransactionRule: onRow(buildTransactionRule),
    createTransactionRule: creating(rule),
    updateTransactionRule: onRow(buildTransactionRule, rule),
    deleteTransactionRule: onRow(buildTransactionRule),
    testTransactionRule: async ({ ctx }) => ({
      body: { rule: ruleAbout(await buildTransactionItem(ctx)), values: { amount: '5' } },
    }),
  },
  ids: [
    {
      under: '/api/web/v1/settings/transaction/items/',
      build: async ({ ctx }) => ({ id: await buildTransactionItem(ctx) }),
    },
    {
      under: '/api/web/v1/settings/transaction/rules/',
      build: async ({ ctx }) => ({ id: await buildTransactionRule(ctx) }),
    },
  ],
  bodyIds: {
    createTransactionRule: {
      build: ({ ctx }) => buildTransactionItem(ctx),
      body: (id) => ({ name: id, ...ruleAbout(id) }),
    },
    testTransactionRule: {
      build: ({ ctx }) => buildTransactionItem(ctx),
      body: (id) => ({ rule: ruleAbout(id), values: {} }),
    },
    // Their ids stand beside one in the path: tried with the module's own tests.
    updateTransactionRule: null,
  },
  bodies: {
    createTransactionItem: itemBody,
    updateTransactionItem: itemBody,
  },
  alteredBy: {
    listTransactionRuleNames: ['createTransactionRule'],
  },
  shownIn: {
    testTransactionRule: 'modules/access/locations/locations.test.ts',
  },
}
