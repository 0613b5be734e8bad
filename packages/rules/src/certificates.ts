export const certificateAuthorityTypes = ['edc', 'ms', 'pkiaas', 'pkiaasexternal'] as const
export const digitalIdTypes = ['edc', 'ms', 'pkiaas'] as const
export const certificateActions = ['hold', 'unhold', 'revoke', 'export'] as const

export const keyTypes = [
  'RSA 256',
  'RSA 384',
  'RSA 512',
  'RSA 2048',
  'RSA 3072',
  'RSA 4096',
  'RSA-PSS MGF1 SHA 256',
  'RSA-PSS MGF1 SHA 384',
  'RSA-PSS MGF1 SHA 512',
] as const

export const signatureAlgorithms = [
  'RSA SHA1',
  'RSA SHA224',
  'RSA SHA256',
  'RSA SHA384',
  'RSA SHA512',
  'RSAPSS SHA1',
  'RSAPSS SHA224',
  'RSAPSS SHA256',
  'RSAPSS SHA384',
  'RSAPSS SHA512',
  'RECOMMENDED',
  'RECOMMENDED NO SHA224',
] as const
