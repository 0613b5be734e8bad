import type { ProgramType } from '@signet/rules/applications'
import { builtProgram, onProgram } from '../../../security/sweep/api-application-rows.ts'
import { apiApplicationAsId } from '../../../security/sweep/id-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario } from '../../../security/sweep/world.ts'

const stopping =
  (type: ProgramType): Scenario =>
  async (world) => ({
    params: { id: (await builtProgram(world, type)).id },
    body: { enabled: false, addresses: [] },
  })

export const scenarios: SubjectScenarios = {
  calls: {
    readIdgAgent: onProgram('IDG'),
    updateIdgAgent: stopping('IDG'),
    readSiemAgent: onProgram('SIEM'),
    updateSiemAgent: stopping('SIEM'),
  },
  ids: [
    { under: '/api/web/v1/agents/idg/', build: apiApplicationAsId('IDG') },
    { under: '/api/web/v1/agents/siem/', build: apiApplicationAsId('SIEM') },
  ],
}
