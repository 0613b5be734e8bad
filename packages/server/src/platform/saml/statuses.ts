const status = 'urn:oasis:names:tc:SAML:2.0:status:'

/** SAML 2.0 core, section 3.2.2.2: what an answer says of its request. */
export const statuses = {
  success: [`${status}Success`],
  requester: [`${status}Requester`],
  unsupported: [`${status}Requester`, `${status}RequestUnsupported`],
  nameIdPolicy: [`${status}Requester`, `${status}InvalidNameIDPolicy`],
  authenticationFailed: [`${status}Responder`, `${status}AuthnFailed`],
  noContext: [`${status}Responder`, `${status}NoAuthnContext`],
  noPassive: [`${status}Responder`, `${status}NoPassive`],
  denied: [`${status}Responder`, `${status}RequestDenied`],
  unknownPrincipal: [`${status}Responder`, `${status}UnknownPrincipal`],
  partialLogout: [`${status}Responder`, `${status}PartialLogout`],
} as const
export type StatusName = keyof typeof statuses
