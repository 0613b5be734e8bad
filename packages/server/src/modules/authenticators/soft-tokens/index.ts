import { confirmApp, forgetApps, inviteApp } from './activation.service.ts'
import { agentName } from './agent-name.ts'
import { findClaimEnd, useClaim } from './claims.repository.ts'
import { findDevice, insertDevice, removeDevices } from './devices.repository.ts'
import { answer } from './push-answers.service.ts'
import { isCalled, listWaiting } from './pushes.repository.ts'
import { subscribe, unsubscribe, vapidKey } from './subscriptions.ts'

export { deliverPush } from './deliver-push.ts'
export type { KnownDevice } from './devices.repository.ts'
export { endWaiting } from './push-waiting.ts'
export { approvedPushQuery, usePush } from './pushes.repository.ts'
export { awaitAnswer, pretendPush, sendPush } from './pushes.service.ts'

/** The apps that hold tokens, and what they are asked. */
export const softTokens = {
  inviteApp,
  confirmApp,
  forgetApps,
  findClaimEnd,
  useClaim,
  findDevice,
  insertDevice,
  removeDevices,
  listWaiting,
  isCalled,
  agentName,
  answer,
  subscribe,
  unsubscribe,
  vapidKey,
} as const
