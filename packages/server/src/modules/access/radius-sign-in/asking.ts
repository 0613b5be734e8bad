import type { decideRadiusAccess, RadiusDecision } from '@signet/contract/access/radius-sign-in'
import type { BodyOf } from '@signet/contract/kit/endpoint'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { createContext } from '../../../kit/create-context.ts'
import { addressBytes } from '../../../platform/config/networks.ts'
import type { PresentedAgent } from '../../applications/radius-agents/index.ts'
import type { ServedApplication } from '../../applications/radius-applications/index.ts'

export type AccessRequest = BodyOf<typeof decideRadiusAccess>
export type Decision = z.input<typeof RadiusDecision>

/** One request of a client of RADIUS, as everything that decides it sees it. */
export interface Asking {
  readonly application: ServedApplication
  readonly agent: PresentedAgent
  readonly request: AccessRequest
}

/** Where the person is, as far as the client tells and the application believes it. */
const placeOf = ({ application, request }: Asking): string | null => {
  const { clientAddressAttribute: attribute } = application
  const told = {
    NONE: null,
    CALLING_STATION_ID: request.callingStationId,
    FRAMED_IP_ADDRESS: request.framedAddress,
  }[attribute]
  return told !== null && addressBytes(told) !== null ? told : null
}

/** Names in each event of a sign-in, failed ones too, how it came: the NAS, and who called it. */
const viaOf = ({ application, agent, request }: Asking) => ({
  door: 'RADIUS',
  application: application.name,
  agent: agent.name,
  client: request.clientAddress,
  ...(request.callingStationId === null ? {} : { callingStation: request.callingStationId }),
  userName: request.userName,
  method: request.proof.kind,
})

/** The request as the person's own: the agent's address is where nobody signs in. */
export const contextOf = (ctx: Context, asking: Asking): Context =>
  createContext({
    ...ctx,
    request: {
      ...ctx.request,
      address: placeOf(asking),
      userAgent: null,
      keyThumbprint: null,
      via: viaOf(asking),
    },
  })

const plain: Omit<Decision, 'decision'> = {
  message: null,
  state: null,
  attributes: [],
  msChap2Success: null,
}

export const rejected = (message: string | null = null): Decision => ({
  ...plain,
  decision: 'REJECT',
  message,
})

export const challenged = (state: string, message: string): Decision => ({
  ...plain,
  decision: 'CHALLENGE',
  message,
  state,
})

export const waiting = (state: string): Decision => ({ ...plain, decision: 'WAIT', state })

export const accepted = (told: Pick<Decision, 'attributes' | 'msChap2Success'>): Decision => ({
  ...plain,
  decision: 'ACCEPT',
  ...told,
})
