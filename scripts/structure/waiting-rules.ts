/** By file of `packages/rules/src` and export: the part of the product that brings its first user. */
export type WaitingRules = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Rules of the specification that wait for a part of the product that is not built yet. */
export const waitingRules: WaitingRules = {
  'certificates.ts': {
    certificateAuthorityTypes: 'certificate authorities',
    digitalIdTypes: 'digital IDs',
    certificateActions: 'digital IDs',
    keyTypes: 'certificate authorities',
    signatureAlgorithms: 'certificate authorities',
  },
  'directories.ts': {
    directoryKinds: 'directories',
    directoryParts: 'directories',
    azureClouds: 'directories',
    agentTypes: 'gateways',
  },
  'identifiers.ts': {
    isWindowsAccount: 'directories',
    isDirectoryGroupFilter: 'directories',
  },
  'network.ts': {
    isDnsNameOrWildcard: 'domain controller certificates',
    isVersion: 'gateways',
  },
  'smart-credentials.ts': { credentialVariableFaults: 'smart credentials' },
  'status.ts': { expiryStatus: 'digital IDs' },
  'text.ts': {
    hasNoDuplicateCharacters: 'custom character sets for codes and grid cards',
  },
}
