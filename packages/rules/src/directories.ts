export const directoryKinds = ['on_prem', 'on_prem_ldap', 'ad_connector', 'azure'] as const

export const directoryParts = [
  'attributemappings',
  'directorysyncs',
  'groupfilters',
  'searchbases',
] as const

export const azureClouds = ['global', 'China', 'US government'] as const

export const agentTypes = [
  'database-proxy',
  'directory-sync',
  'idg',
  'password',
  'radius',
  'management',
  'siem',
] as const
