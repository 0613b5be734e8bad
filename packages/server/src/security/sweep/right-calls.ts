import type { Answer } from '../../../testing/call.ts'
import { exampleOf } from '../../../testing/example-value.ts'
import type { Route } from '../../kit/routes.ts'
import { apiApplicationScenarios } from './api-application-rows.ts'
import { applicationScenarios } from './scenarios/applications.ts'
import { authenticatorScenarios } from './scenarios/authenticators.ts'
import { bulkOperationScenarios } from './scenarios/bulk-operations.ts'
import { deviceScenarios } from './scenarios/devices.ts'
import { enrollmentScenarios } from './scenarios/enrollments.ts'
import { externalDatabaseScenarios } from './scenarios/external-databases.ts'
import { faceScenarios } from './scenarios/faces.ts'
import { flashPassScenarios } from './scenarios/flash-passes.ts'
import { flowScenarios } from './scenarios/flows.ts'
import { gridScenarios } from './scenarios/grids.ts'
import { hardwareTokenScenarios } from './scenarios/hardware-tokens.ts'
import { identityScenarios } from './scenarios/identity.ts'
import { issuanceScenarios } from './scenarios/issuance.ts'
import { magicLinkScenarios } from './scenarios/magic-links.ts'
import { operationScenarios } from './scenarios/operations.ts'
import { policyScenarios } from './scenarios/policies.ts'
import { portalScenarios } from './scenarios/portal.ts'
import { printingScenarios } from './scenarios/printing.ts'
import { protocolScenarios } from './scenarios/protocols.ts'
import { radiusScenarios } from './scenarios/radius.ts'
import { reportScenarios } from './scenarios/reports.ts'
import { resettingScenarios } from './scenarios/resetting.ts'
import { riskScenarios } from './scenarios/risk.ts'
import { selfScenarios } from './scenarios/self.ts'
import { settingScenarios } from './scenarios/settings.ts'
import { signingInScenarios } from './scenarios/signing-in.ts'
import { smartCardScenarios } from './scenarios/smart-cards.ts'
import { softTokenScenarios } from './scenarios/soft-tokens.ts'
import { syslogScenarios } from './scenarios/syslog.ts'
import { tenancyScenarios } from './scenarios/tenancy.ts'
import { upstreamScenarios } from './scenarios/upstream.ts'
import { variableGraphicScenarios } from './scenarios/variable-graphics.ts'
import { voiceScenarios } from './scenarios/voice.ts'
import { weChatScenarios } from './scenarios/wechat.ts'
import { workflowDesignScenarios } from './scenarios/workflow-designs.ts'
import { buildSignedIn, type Given, type Scenarios, type World } from './world.ts'

/** By endpoint name; endpoints without an entry are called with the smallest input their schemas take. */
const scenarios: Scenarios = {
  ...tenancyScenarios,
  ...settingScenarios,
  ...identityScenarios,
  ...authenticatorScenarios,
  ...flowScenarios,
  ...upstreamScenarios,
  ...gridScenarios,
  ...hardwareTokenScenarios,
  ...deviceScenarios,
  ...faceScenarios,
  ...weChatScenarios,
  ...magicLinkScenarios,
  ...policyScenarios,
  ...riskScenarios,
  ...applicationScenarios,
  ...apiApplicationScenarios,
  ...radiusScenarios,
  ...signingInScenarios,
  ...resettingScenarios,
  ...selfScenarios,
  ...softTokenScenarios,
  ...portalScenarios,
  ...enrollmentScenarios,
  ...issuanceScenarios,
  ...printingScenarios,
  ...variableGraphicScenarios,
  ...workflowDesignScenarios,
  ...externalDatabaseScenarios,
  ...flashPassScenarios,
  ...voiceScenarios,
  ...smartCardScenarios,
  ...operationScenarios,
  ...bulkOperationScenarios,
  ...reportScenarios,
  ...syslogScenarios,
  ...protocolScenarios,
}

const smallest = ({ endpoint }: Route): Given =>
  endpoint.body === undefined ? {} : { body: exampleOf(endpoint.body) }

const callerOf = async (world: World, { endpoint }: Route): Promise<Given> => {
  if (endpoint.actor === 'public') return {}
  return { as: endpoint.actor === 'user' ? (await buildSignedIn(world)).as : world.admin.token }
}

/** The input of a call that succeeds, with its caller's token. */
export const rightInput = async (world: World, route: Route): Promise<Given> => {
  const given = await (scenarios[route.name]?.(world) ?? smallest(route))
  return 'as' in given ? given : { ...(await callerOf(world, route)), ...given }
}

export const callRightly = async (world: World, route: Route): Promise<Answer> =>
  world.test.call(route.endpoint, await rightInput(world, route))
