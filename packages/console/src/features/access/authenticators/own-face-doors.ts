import {
  activateOwnFace,
  deleteOwnFace,
  listOwnFaces,
  readOwnFaceSettings,
  registerOwnFace,
  restartOwnFace,
} from '@signet/contract/access/self-faces'
import { call } from '../../../lib/call.ts'
import type { FaceDoors } from '../../../pickers/devices/face-doors.ts'

/** One's own face. */
export const ownFaceDoors: FaceDoors = {
  queryKey: ['self', 'faces'],
  flows: ['WEB', 'MOBILE'],
  list: (signal) => call(listOwnFaces, { signal }),
  settings: (signal) => call(readOwnFaceSettings, { signal }),
  begin: (registrationFlow, former) => {
    const query = { registrationFlow }
    return former === undefined
      ? call(registerOwnFace, { query })
      : call(restartOwnFace, { params: { faceid: former.id }, query })
  },
  activate: (faceid) => call(activateOwnFace, { params: { faceid } }),
  remove: (faceid) => call(deleteOwnFace, { params: { faceid } }),
}
