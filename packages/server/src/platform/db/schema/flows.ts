import type {
  FirstFactorKind,
  FlowOutcome,
  SecondFactorKind,
  SecondFactorNeed,
  SecondFactorSkip,
} from '@signet/rules/flows'
import type { AuthenticationMethodId, LoginFlowType } from '@signet/rules/sign-in'
import type { Generated } from 'kysely'

export interface AuthenticationFlowRow {
  tenant_id: string
  id: string
  name: string
  name_key: string
  description: string | null
  /** It came with the service. */
  system: boolean
  method: AuthenticationMethodId | null
  outcome: FlowOutcome
  login_type: LoginFlowType
  /** Preferred first. */
  first_factors: FirstFactorKind[]
  second_factor: SecondFactorNeed
  /** Preferred first. */
  second_factors: SecondFactorKind[]
  skip_second_factor: SecondFactorSkip
  /** True of one flow of a tenant. */
  is_default: boolean
  updated_at: Date
  version: Generated<number>
}

/** An authentication context class as applications ask for it. */
export interface AcrRow {
  tenant_id: string
  id: string
  name: string
  description: string | null
  created_at: Date
}

/** What sign-ins by a flow reach. */
interface AuthenticationFlowAcrRow {
  tenant_id: string
  flow_id: string
  acr_id: string
}

export interface FlowTables {
  authentication_flows: AuthenticationFlowRow
  acrs: AcrRow
  authentication_flow_acrs: AuthenticationFlowAcrRow
}
