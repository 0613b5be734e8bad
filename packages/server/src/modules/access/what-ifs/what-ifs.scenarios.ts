import { onRow } from '../../../security/sweep/calls/risk.ts'
import {
  buildResourceRule,
  buildTriedWhatIf,
  buildWhatIf,
} from '../../../security/sweep/risk-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'

const ipList = { name: 'x', addresses: ['192.0.2.1'] }

export const scenarios: SubjectScenarios = {
  calls: {
    createWhatIf: async ({ ctx }) => ({
      body: { change: { kind: 'RULE', ruleId: await buildResourceRule(ctx), rule: null } },
    }),
    readWhatIf: onRow(buildWhatIf),
    listWhatIfPeople: onRow(buildTriedWhatIf, () => ({ effect: 'BLOCKED' })),
    publishWhatIf: onRow(buildWhatIf, () => ({ confirmation: 'rba' })),
    deleteWhatIf: onRow(buildWhatIf),
  },
  ids: [
    {
      under: '/api/web/v1/whatifs/',
      build: async ({ ctx }) => ({ id: await buildWhatIf(ctx) }),
    },
  ],
  bodyIds: {
    createWhatIf: {
      build: ({ ctx }) => buildResourceRule(ctx),
      body: (id) => ({ change: { kind: 'RULE', ruleId: id, rule: null } }),
    },
  },
  bodies: {
    createWhatIf: { change: { kind: 'IP_LIST', listId: crypto.randomUUID(), list: ipList } },
  },
  alteredBy: {
    listWhatIfPeople: ['deleteWhatIf'],
  },
}
