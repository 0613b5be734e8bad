import {
  changeActiveSyncDevice,
  deleteActiveSyncDevice,
  listActiveSyncDevices,
  readUserActiveSyncSettings,
  refreshActiveSyncDevices,
} from '@signet/contract/authenticators/activesync-devices'
import { deleteUserDesktop, listUserDesktops } from '@signet/contract/authenticators/desktops'
import {
  activateFace,
  deleteFace,
  listUserFaces,
  readUserFaceSettings,
  registerUserFace,
  restartUserFace,
} from '@signet/contract/authenticators/faces'
import { call } from '../../../lib/call.ts'
import type { DesktopDoors } from '../../../pickers/devices/DesktopSection.tsx'
import type { FaceDoors } from '../../../pickers/devices/face-doors.ts'
import type { PhoneDoors } from '../../../pickers/devices/PhoneSection.tsx'

const keyOf = (userid: string, part: string) => ['users', 'part', userid, part]

/** The person goes on by their phone: this browser is the administrator’s. */
export const faceDoorsOf = (userid: string): FaceDoors => {
  const params = { userid }
  return {
    queryKey: keyOf(userid, 'faces'),
    flows: ['MOBILE'],
    list: (signal) => call(listUserFaces, { params, signal }),
    settings: (signal) => call(readUserFaceSettings, { params, signal }),
    begin: (registrationFlow, former) =>
      former === undefined
        ? call(registerUserFace, { params, query: { registrationFlow } })
        : call(restartUserFace, { params, query: { registrationFlow } }),
    activate: (faceid) => call(activateFace, { params: { faceid } }),
    remove: (faceid) => call(deleteFace, { params: { faceid } }),
  }
}

export const phoneDoorsOf = (userid: string): PhoneDoors => {
  const params = { userid }
  return {
    queryKey: keyOf(userid, 'phones'),
    list: (signal) => call(listActiveSyncDevices, { params, signal }),
    settings: (signal) => call(readUserActiveSyncSettings, { params, signal }),
    refresh: () => call(refreshActiveSyncDevices, { params }),
    change: (deviceId, access) =>
      call(changeActiveSyncDevice, { params, body: { deviceId, access } }),
    remove: (deviceid) => call(deleteActiveSyncDevice, { params: { userid, deviceid } }),
  }
}

export const desktopDoorsOf = (userid: string): DesktopDoors => ({
  queryKey: keyOf(userid, 'desktops'),
  list: (signal) => call(listUserDesktops, { params: { userid }, signal }),
  remove: (id) => call(deleteUserDesktop, { params: { userid, id } }),
})
