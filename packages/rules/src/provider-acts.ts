/**
 * All that a service provider does inside a tenant below it without a support grant, by the audit
 * action that both logs keep. The tenant's super administrators are mailed of each.
 */
export const providerActs = [
  'TENANT_LOCKED',
  'TENANT_UNLOCKED',
  'TENANT_PROMOTED',
  'TENANT_MAIL_SERVER_RESET',
  'TENANT_RULES_RESET',
  'SUBSCRIBER_URL_CHANGED',
  'ENTITLEMENT_CHANGED',
  'ENTITLEMENT_REMOVED',
  'TENANT_OTP_PROVIDER_UPDATED',
  'TENANT_SP_IDENTITY_PROVIDER_UPDATED',
  'TENANT_DELETION_REQUESTED',
  'TENANT_DELETION_CANCELED',
  'TENANT_EXPORTED',
  'SETTINGS_ROLLED_OUT',
  'SETTINGS_ROLLED_BACK',
] as const

/** What becomes of support grants: super administrators of the tenant are mailed of these too. */
export const supportEvents = [
  'SUPPORTGRANT_REQUESTED',
  'SUPPORTGRANT_GIVEN',
  'SUPPORTGRANT_ENTERED',
  'SUPPORTGRANT_ENDED',
] as const

/** What the tenant's log has beside an act: rules that a reset deletes and creates, what is given first. */
const besideActs = [
  'RESOURCE_RULE_DELETED',
  'RESOURCE_RULE_CREATED',
  'ENTITLEMENT_GRANTED',
] as const

const closedList: ReadonlySet<string> = new Set([...providerActs, ...supportEvents, ...besideActs])

/** Whether a provider may cause this event in the log of a tenant below it. */
export const isProviderAct = (action: string): boolean => closedList.has(action)
