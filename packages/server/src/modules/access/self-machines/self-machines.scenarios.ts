import { machine, noDevice, onOwnDevice } from '../../../security/sweep/calls/devices.ts'
import { machineAsId } from '../../../security/sweep/id-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'

export const scenarios: SubjectScenarios = {
  calls: {
    listOwnMachines: onOwnDevice(machine),
    createOwnMachine: onOwnDevice(noDevice, () => ({ label: 'Laptop' })),
    deleteOwnMachine: onOwnDevice(machine),
  },
  ids: [{ under: '/api/web/v1/self/machines/', build: machineAsId }],
  alteredBy: {
    readOwnMachineSettings: ['updateMachineSettings'],
  },
}
