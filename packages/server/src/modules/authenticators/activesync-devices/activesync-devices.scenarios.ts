import { letIn, mailbox, onOthersDevice, phone } from '../../../security/sweep/calls/devices.ts'
import { syncDeviceAsId } from '../../../security/sweep/id-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'

export const scenarios: SubjectScenarios = {
  calls: {
    listActiveSyncDevices: onOthersDevice(phone),
    readUserActiveSyncSettings: onOthersDevice(mailbox),
    refreshActiveSyncDevices: onOthersDevice(mailbox),
    changeActiveSyncDevice: onOthersDevice(phone, letIn),
    deleteActiveSyncDevice: onOthersDevice(phone),
  },
  ids: [{ under: '/api/web/v1/users/:userid/activesyncdevices/', build: syncDeviceAsId }],
  alteredBy: {
    readUserActiveSyncSettings: ['updateActiveSyncAccess'],
  },
  shownIn: {
    testActiveSync: 'modules/access/self-devices/self-devices.test.ts',
  },
}
