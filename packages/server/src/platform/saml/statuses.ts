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

/** What people read of an answer in the log of the application; details of a case replace it. */
export const statusMessages: Readonly<Record<StatusName, string | null>> = {
  success: null,
  requester: 'The request cannot be answered as it is.',
  unsupported: 'The request asks for something that is not supported here.',
  nameIdPolicy: 'The NameID format that the request asks for is not allowed for this application.',
  authenticationFailed: 'The user could not be authenticated.',
  noContext: 'The requested authentication context cannot be met for this user.',
  noPassive: 'The user has to interact, which the request (IsPassive) does not allow.',
  denied: 'The access rules of this application deny access to the user.',
  unknownPrincipal: 'The user has no value for the NameID, or is not the requested subject.',
  partialLogout: 'Not every application could be signed out of.',
}
