import { machine, noDevice, onOthersDevice } from '../../../security/sweep/calls/devices.ts'
import { machineAsId } from '../../../security/sweep/id-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'

export const scenarios: SubjectScenarios = {
  calls: {
    listUserMachines: onOthersDevice(machine),
    createUserMachine: onOthersDevice(noDevice, () => ({ label: 'Laptop' })),
    deleteUserMachine: onOthersDevice(machine),
  },
  ids: [{ under: '/api/web/v1/users/:userid/machines/', build: machineAsId }],
}
