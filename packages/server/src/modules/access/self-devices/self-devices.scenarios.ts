import {
  desktop,
  letIn,
  mailbox,
  noDevice,
  onOwnDevice,
  phone,
} from '../../../security/sweep/calls/devices.ts'
import { desktopAsId, syncDeviceAsId } from '../../../security/sweep/id-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'

export const scenarios: SubjectScenarios = {
  calls: {
    listOwnActiveSyncDevices: onOwnDevice(phone),
    readOwnActiveSyncSettings: onOwnDevice(mailbox),
    refreshOwnActiveSyncDevices: onOwnDevice(mailbox),
    changeOwnActiveSyncDevice: onOwnDevice(phone, letIn),
    deleteOwnActiveSyncDevice: onOwnDevice(phone),
    listOwnDesktops: onOwnDevice(desktop),
    registerOwnDesktop: onOwnDevice(noDevice, () => ({ name: 'Laptop', days: 1 })),
    renewOwnDesktop: onOwnDevice(desktop, () => ({ days: 1 })),
    readOwnDesktop: onOwnDevice(desktop),
    deleteOwnDesktop: onOwnDevice(desktop),
  },
  ids: [
    { under: '/api/web/v1/self/activesyncdevices/', build: syncDeviceAsId },
    { under: '/api/web/v1/self/desktops/', build: desktopAsId },
  ],
  alteredBy: {
    readOwnActiveSyncSettings: ['updateActiveSyncAccess'],
  },
}
