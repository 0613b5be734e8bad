import { z } from 'zod'
import { type AgentProcess, startAgentProcess } from '../../../testing/agent-process.ts'

const Listening = z.object({
  authPort: z.int(),
  acctPort: z.int(),
  tlsPort: z.int().nullable(),
})

const ownPorts = {
  RADIUS_LISTEN: '127.0.0.1',
  RADIUS_AUTH_PORT: '0',
  RADIUS_ACCT_PORT: '0',
  RADIUS_TLS_PORT: '0',
}

export type RadiusProcess = AgentProcess & z.output<typeof Listening>

/** The agent as it is run, on ports of its own. */
export const startRadiusProcess = async (
  env: Readonly<Record<string, string>>,
): Promise<RadiusProcess> => {
  const agent = startAgentProcess('packages/radius/src/main.ts', { ...ownPorts, ...env })
  return Object.assign(agent, Listening.parse(await agent.told('listening')))
}
