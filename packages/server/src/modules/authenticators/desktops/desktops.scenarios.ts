import { desktop, onOthersDevice } from '../../../security/sweep/calls/devices.ts'
import { desktopAsId } from '../../../security/sweep/id-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'

export const scenarios: SubjectScenarios = {
  calls: {
    listUserDesktops: onOthersDevice(desktop),
    readUserDesktop: onOthersDevice(desktop),
    deleteUserDesktop: onOthersDevice(desktop),
  },
  ids: [{ under: '/api/web/v1/users/:userid/desktops/', build: desktopAsId }],
  alteredBy: {
    listUserDesktops: ['deleteUserDesktop'],
  },
}
