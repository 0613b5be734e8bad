import {
  changeOwnActiveSyncDevice,
  deleteOwnActiveSyncDevice,
  deleteOwnDesktop,
  listOwnActiveSyncDevices,
  listOwnDesktops,
  readOwnActiveSyncSettings,
  refreshOwnActiveSyncDevices,
} from '@signet/contract/access/self-devices'
import { call } from '../../../lib/call.ts'
import type { DesktopDoors } from '../../../pickers/devices/DesktopSection.tsx'
import type { PhoneDoors } from '../../../pickers/devices/PhoneSection.tsx'

/** One's own phones: letting one in takes a fresh proof. */
export const ownPhoneDoors: PhoneDoors = {
  queryKey: ['self', 'phones'],
  list: (signal) => call(listOwnActiveSyncDevices, { signal }),
  settings: (signal) => call(readOwnActiveSyncSettings, { signal }),
  refresh: () => call(refreshOwnActiveSyncDevices),
  change: (deviceId, access) => call(changeOwnActiveSyncDevice, { body: { deviceId, access } }),
  remove: (deviceid) => call(deleteOwnActiveSyncDevice, { params: { deviceid } }),
}

export const ownDesktopDoors: DesktopDoors = {
  queryKey: ['self', 'desktops'],
  list: (signal) => call(listOwnDesktops, { signal }),
  remove: (id) => call(deleteOwnDesktop, { params: { id } }),
}
